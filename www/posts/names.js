// Names of authors as they are shown. A name is whatever its source says: nothing that can be seen, or pages of it.

const LONGEST = 60;

/** A letter, a digit or a sign: not only spaces, controls, and what has no shape of its own. */
const SEEN = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\s]/u;

/** A name of a length that a card can hold. */
export function cutName(name) {
  const letters = [...name];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join("")}…` : name;
}

/** The name for people if there is one that can be seen, or else the username. */
export const nameOf = ({ display_name: name, username }) => cutName(SEEN.test(name ?? "") ? name : username);
