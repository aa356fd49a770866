/** Whatever begins a new line somewhere: in mails, in spreadsheets, in editors. */
const lineBreaks = /[\r\n\t\v\f\u0085\u2028\u2029]+/g;
/**
 * What turns the text around it, and what nobody sees: by these a name, a supplier or a number looks like another one to whoever decides
 * by it. Kurdish is written with a joiner that isn't seen either, and marks of direction stand in mixed texts: they stay.
 */
const disguising = /[\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A text as one line of it is shown. */
export const oneLine = (text: string): string => text.replace(lineBreaks, " ").replace(disguising, "").trim();
