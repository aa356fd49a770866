import { useEffect } from "react";
import type { PlanFeature } from "../../shared/kernel/plan-features";
import { useMaybeUser } from "../platform/session";
import { askForPlan } from "./plan-dialog";

/** Who comes to a screen by its address and lacks it in the plan is shown the plans, as behind the menu. */
export function useNeedsFeature(feature: PlanFeature): void {
  const user = useMaybeUser();
  const lacks = user !== null && user !== undefined && !user.tenant.features.includes(feature);
  useEffect(() => {
    if (lacks) askForPlan(feature);
  }, [lacks, feature]);
}
