import type { FormStatus as Status } from "../../shared/forms/forms.workflow";
import { RequestStatus, type Tone } from "../approvals/RequestStatus";
import { useText } from "../platform/intl/useText";

const tone: Record<Status, Tone> = {
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
};

/** Where a filled form stands, as a sign and in words. */
export function FormStatus({ status }: { status: string }) {
  const text = useText();
  return <RequestStatus tone={tone[status as Status] ?? "waiting"} words={text(`forms.status.${status as Status}`)} />;
}
