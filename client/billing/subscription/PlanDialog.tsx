import { useEffect } from "react";
import { reportFailure } from "../../platform/failure";
import { OfflineError } from "../../platform/problem-error";
import { useStore } from "../../platform/store";
import { lazyWithRetry } from "../../ui/states/lazy-with-retry";
import { closePlanDialog, planDialog$ } from "./plan-dialog";

const PricingDialog = lazyWithRetry(async () => (await import("./PricingDialog")).PricingDialog, {
  failed: PlanLoadFailed,
});

function PlanLoadFailed({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    reportFailure(new OfflineError());
    onClose();
  }, [onClose]);
  return null;
}

/** Opened by `openPlanDialog` from anywhere; its code loads on first use. */
export function PlanDialog() {
  const { opened, feature } = useStore(planDialog$);
  if (!opened) return null;
  return <PricingDialog feature={feature} onClose={closePlanDialog} />;
}
