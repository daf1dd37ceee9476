// What the reader says of its options, in the names that they have on this page.

const FIELDS = [
  ["the option author", "the field Author"],
  ["the option timeZone", "the field Time zone"],
];

/** A text of the reader with the names of this page's fields. */
export const inFields = (text) => FIELDS.reduce((said, [option, field]) => said.replaceAll(option, field), text);

/** Whether a text asks for what one of the fields would tell. */
export const asksForField = (text) => inFields(text) !== text;
