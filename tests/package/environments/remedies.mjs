// What a cell of the README's table says: that an entry works, or what its error has to tell whoever uses it there.

/** It works. */
export const YES = { cell: "yes" };

/** The bundler loses the module of the main entry: the error names the entry that has it inside. */
export const INLINE = { cell: "use `inline`", error: /@postern\/client\/inline/ };

/** The bundler loses the module of another entry: the error says what to do instead. */
export const OUTSIDE = { cell: "see below", error: /keep @postern\/client out of the bundle, or give the address of the file to init/ };

/** All entries work. */
export const ALL = { client: YES, inline: YES, "browser-token": YES, offline: YES, import: YES };

/** A bundler that loses what is beside a script, for a page. */
export const LOST = { client: INLINE, inline: YES, "browser-token": OUTSIDE, offline: OUTSIDE, import: OUTSIDE };

/** The same, for a server: the small entries have their modules inside. */
export const LOST_ON_SERVERS = { ...ALL, import: OUTSIDE };
