// Turns in which something else gets done.

/** Lets whatever else waits have its turn. */
export const turn = () => new Promise((resolve) => setTimeout(resolve));
