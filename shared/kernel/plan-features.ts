import { type FamilyFeature, familyFeatures } from "../requests/families";

/** Parts of the product that a plan may or may not include. */
export type PlanFeature = "news" | FamilyFeature | "analytics";

export const planFeatures: readonly PlanFeature[] = ["news", ...familyFeatures, "analytics"];
