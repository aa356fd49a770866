import { useEffect } from "react";
import { reportFailure } from "../platform/failure";
import { OfflineError } from "../platform/problem-error";
import { useValue } from "../platform/value";
import { later } from "../ui/states/later";
import { closePlans, planDialog$ } from "./plan-dialog";

const PricingDialog = later(async () => (await import("./PricingDialog")).PricingDialog, { failed: NotOpened });

/** It couldn't be loaded: that is said, and the next opening tries again. */
function NotOpened({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    reportFailure(new OfflineError());
    onClose();
  }, [onClose]);
  return null;
}

/** Opened from anywhere by `askForPlan`; its code comes with the first opening. */
export function PlanDialog() {
  const { opened, feature } = useValue(planDialog$);
  if (!opened) return null;
  return <PricingDialog feature={feature} onClose={closePlans} />;
}
