/** Parts of the product that a plan may or may not include. */
export const planFeatures = ["news", "leave_management", "payment", "vas_approval_form", "analytics"] as const;

export type PlanFeature = (typeof planFeatures)[number];
