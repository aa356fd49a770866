/** What families of requests are called beside figures. */
export const familyWords = {
  leave: "analytics.family.leave",
  finance: "analytics.family.finance",
  form: "analytics.family.form",
  booking: "analytics.family.booking",
} as const;
