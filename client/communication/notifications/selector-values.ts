/** Values that select a wording or plural form; all other values are names and are highlighted. */
export const selectorValues: ReadonlySet<string> = new Set([
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
  "hours",
  "people",
  "left",
  "leaves",
  "cause",
]);
