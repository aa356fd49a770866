import type { TextFunction } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import type { ToastAction } from "../../ui/toast/toast";
import { openPlanDialog } from "./plan-dialog";

/** Errors caused by the plan offer a button that opens the plans. */
export function planRemedy(error: Error, text: TextFunction): ToastAction | undefined {
  const ofPlan = error instanceof ProblemError && ["plan_limit_reached", "feature_not_in_plan"].includes(error.code);
  return ofPlan ? { label: text("pricing.see"), onTake: () => openPlanDialog() } : undefined;
}
