// What a value is, also where it comes from another realm, as in Jest or from a frame: there `instanceof` is false.

/** Whether a value is of a class of the platform. */
export const isKind = (value, name) => Object.prototype.toString.call(value) === `[object ${name}]`;

export const isBytes = (value) => ArrayBuffer.isView(value) || isKind(value, "ArrayBuffer");

export const isAddress = (value) => isKind(value, "URL");

export const isSignal = (value) => isKind(value, "AbortSignal");

/** Whether a value is a Blob or a File. */
export const isBlob = (value) => isKind(value, "Blob") || isKind(value, "File");
