/** Values of notifications that choose a wording, or a number's form: the others are names, and are marked as such. */
export const choosing: ReadonlySet<string> = new Set([
  "when",
  "role",
  "mine",
  "own",
  "decision",
  "answer",
  "private",
  "over",
  "has",
  "count",
  "days",
  "people",
  "left",
]);
