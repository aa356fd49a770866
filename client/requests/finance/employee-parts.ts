import { readFinanceSettings } from "../../../shared/requests/finance/finance-settings.contract";
import type { EmployeeParts } from "../../people/people/people.slots";
import { useEndpoint } from "../../platform/query";
import { useCan, useHasFeature } from "../../platform/session";

/** The organization's own currency; null where the plan or the role doesn't include finance. */
function useSalaryCurrency(): string | null {
  const hasFeature = useHasFeature();
  const can = useCan();
  const enabled = hasFeature("payment") && can("payment-list");
  return useEndpoint(readFinanceSettings, {}, { enabled }).data?.data.currency ?? null;
}

export const financeParts: Partial<EmployeeParts> = { useSalaryCurrency };
