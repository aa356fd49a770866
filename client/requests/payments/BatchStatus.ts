import type { BatchStatus as Status } from "../../../shared/requests/payments/payments.schema";
import { requestStatusOf } from "../../approvals/approvals/RequestStatus";

export const BatchStatus = requestStatusOf<Status>(
  {
    draft: "draft",
    submitted: { tone: "waiting", glyph: "review" },
    approved: "yes",
    completed: { tone: "over", glyph: "done" },
    cancelled: "over",
  },
  (status) => `batch.status.${status}`,
);
