import type { FormStatus as Status } from "../../shared/forms/forms.workflow";
import { useText } from "../platform/intl/useText";
import { StatusGlyph } from "../ui/StatusGlyph";
import classes from "./FormStatus.module.css";

const tone: Record<Status, "draft" | "waiting" | "yes" | "no" | "over"> = {
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

const glyph = { draft: "backlog", waiting: "waiting", yes: "done", no: "rejected", over: "todo" } as const;

/** Where a filled form stands, as a sign and in words. */
export function FormStatus({ status }: { status: string }) {
  const text = useText();
  const known = tone[status as Status] ?? "waiting";
  return (
    <span className={classes.status} data-tone={known}>
      <StatusGlyph status={glyph[known]} />
      {text(`forms.status.${status as Status}`)}
    </span>
  );
}
