export const familyLabels = {
  leave: "analytics.family.leave",
  finance: "analytics.family.finance",
  form: "analytics.family.form",
  booking: "analytics.family.booking",
  expense: "analytics.family.expense",
} as const;
