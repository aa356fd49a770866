import { awaitedApproverName } from "../../../shared/approvals/approvals/awaited-approver.rules";
import type { Finance } from "../../../shared/requests/finance/finance-reply.contract";
import { roleNameIn } from "../../../shared/kernel/role-names.rules";
import type { Translate } from "../../platform/text";

export type DecidedRequest = Pick<Finance, "status" | "next_status">;

/** Status of a request, naming who decides next. */
export function statusOf({ status, next_status }: DecidedRequest, text: Translate): string {
  const name = awaitedApproverName(next_status, (role) => roleNameIn(text, role.name));
  return name === null ? text(`finance.status.${status}`) : text("request.waitingFor", { name });
}
