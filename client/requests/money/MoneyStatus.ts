import type { MoneyStatus as Status } from "../../../shared/requests/money/money.workflow";
import { requestStatusOf } from "../../approvals/approvals/RequestStatus";

export const MoneyStatus = requestStatusOf<Status>(
  {
    draft: "draft",
    submitted: "waiting",
    waiting_manager_approval: "waiting",
    waiting_finance_approval: { tone: "waiting", glyph: "review" },
    changes_requested: { tone: "waiting", glyph: "doing" },
    approved: "yes",
    paid: "yes",
    archived: { tone: "over", glyph: "done" },
    rejected: "no",
    cancelled: "over",
  },
  (status) => `finance.status.${status}`,
);
