// What a cell of the README's table says: that an entry works, or what its error has to tell whoever uses it there.

/** It works. */
export const YES = { cell: "yes" };

/** The bundler loses the module of the main entry: the error names the entry that has it inside. */
export const INLINE = { cell: "use `inline`", error: /@postern\/client\/inline/ };

/** The bundler loses the module of another entry: the error says what to do instead. */
export const OUTSIDE = { cell: "see below", error: /keep @postern\/client out of the bundle, or give the address of the file to init/ };

/** The bundler loses the scripts of the workers: the error says how to tell where they are. */
export const CONFIGURE = { cell: "see below", error: /say where it is by configure/ };

/** There are no web workers: the error names the entry without them. */
export const OFFLINE = { cell: "use `offline`", error: /import "@postern\/client\/offline"/ };

/** A page without a bundler, and so without React, finds no module of this name. */
export const BUNDLED = { cell: "use a bundler", error: /\breact\b/, isApart: true };

/** Code that runs on servers only has no hooks: the error says that they are for the client. */
export const CLIENT = { cell: "in client components", error: /the client|client component|client function/i };

/** There is nothing to try. */
export const NONE = { cell: "–" };

/** All entries work: in pages, and where there are web workers outside of them, too. */
export const ALL = { client: YES, inline: YES, "browser-token": YES, offline: YES, import: YES, worker: YES, replica: YES, react: YES };

/** All but web workers: on servers. */
export const SERVER = { ...ALL, worker: OFFLINE };

/** A bundler that loses what is beside a script, for a page. */
export const LOST = { client: INLINE, inline: YES, "browser-token": OUTSIDE, offline: OUTSIDE, import: OUTSIDE, worker: CONFIGURE, replica: OUTSIDE, react: OUTSIDE };

/** The same, for a server: the small entries have their modules inside. */
export const LOST_ON_SERVERS = { ...SERVER, import: OUTSIDE };

/** Where nobody uses React. */
export const withoutReact = (row) => ({ ...row, react: NONE });
