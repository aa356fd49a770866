import { awaitedApproverName } from "../../../shared/approvals/approvals/awaited-approver.rules";
import type { NextStatus } from "../../../shared/approvals/approvals/approvals.contract";
import { roleNameIn } from "../../../shared/kernel/role-names.rules";
import type { MoneyStatus } from "../../../shared/requests/money/money.workflow";
import type { Translate } from "../../platform/text";

export interface DecidedRequest {
  status: MoneyStatus;
  next_status: NextStatus;
}

/** Status of a request, naming who decides next. */
export function statusOf({ status, next_status }: DecidedRequest, text: Translate): string {
  const name = awaitedApproverName(next_status, (role) => roleNameIn(text, role.name));
  return name === null ? text(`finance.status.${status}`) : text("request.waitingFor", { name });
}
