import { lazy, Suspense } from "react";
import { useValue } from "../platform/value";
import { closePlans, planDialog$ } from "./plan-dialog";

const PricingDialog = lazy(async () => ({ default: (await import("./PricingDialog")).PricingDialog }));

/** Opened from anywhere by `askForPlan`; its code comes with the first opening. */
export function PlanDialog() {
  const { opened, feature } = useValue(planDialog$);
  if (!opened) return null;
  return (
    <Suspense>
      <PricingDialog feature={feature} onClose={closePlans} />
    </Suspense>
  );
}
