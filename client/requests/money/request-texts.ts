export const discardTexts = {
  label: "finance.discard",
  title: "finance.discard.title",
  why: "finance.discard.why",
} as const;
