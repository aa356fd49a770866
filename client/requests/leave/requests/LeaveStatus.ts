import type { LeaveStatus as Status } from "../../../../shared/requests/leave/requests/leave.workflow";
import { requestStatusOf } from "../../../approvals/approvals/RequestStatus";

export const LeaveStatus = requestStatusOf<Status>(
  {
    draft: "draft",
    pending: "waiting",
    waiting_manager_approval: "waiting",
    waiting_hr_approval: "waiting",
    changes_requested: "waiting",
    approved_by_manager: "yes",
    approved: "yes",
    rejected_by_manager: "no",
    rejected_by_hr: "no",
    cancelled: "over",
  },
  (status) => `leave.status.${status}`,
);
