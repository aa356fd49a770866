import type { FormStatus as Status } from "../../../shared/requests/forms/forms.workflow";
import { requestStatusOf } from "../../approvals/approvals/RequestStatus";

export const FormStatus = requestStatusOf<Status>(
  {
    draft: "draft",
    pending: "waiting",
    waiting_manager_approval: "waiting",
    waiting_hr_approval: "waiting",
    waiting_approval: "waiting",
    changes_requested: "waiting",
    approved_by_manager: "yes",
    approved: "yes",
    rejected_by_manager: "no",
    rejected_by_hr: "no",
    rejected: "no",
    cancelled: "over",
  },
  (status) => `forms.status.${status}`,
);
