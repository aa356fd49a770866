import { BehaviorSubject } from "rxjs";
import type { PlanFeature } from "../../shared/kernel/plan-features";

/** Whether the plans are shown, and the feature that someone wanted. */
export const planDialog$ = new BehaviorSubject<{ opened: boolean; feature?: PlanFeature }>({ opened: false });

export const askForPlan = (feature?: PlanFeature): void => planDialog$.next({ opened: true, feature });

export const closePlans = (): void => planDialog$.next({ ...planDialog$.value, opened: false });
