import { Store } from "../../platform/store";
import type { PlanFeature } from "../../../shared/kernel/access";

export const planDialog$ = new Store<{ opened: boolean; feature?: PlanFeature }>({ opened: false });

export const openPlanDialog = (feature?: PlanFeature): void => planDialog$.set({ opened: true, feature });

export const closePlanDialog = (): void => planDialog$.set({ ...planDialog$.value, opened: false });
