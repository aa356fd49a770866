import type { FinanceStatus as Status } from "../../shared/finance/finance.workflow";
import { useText } from "../platform/intl/useText";
import { StatusGlyph, type Status as Glyph } from "../ui/StatusGlyph";
import classes from "./FinanceStatus.module.css";

type Tone = "draft" | "waiting" | "yes" | "no" | "over";

const looks: Record<Status, { tone: Tone; glyph: Glyph }> = {
  draft: { tone: "draft", glyph: "backlog" },
  submitted: { tone: "waiting", glyph: "waiting" },
  waiting_manager_approval: { tone: "waiting", glyph: "waiting" },
  waiting_finance_approval: { tone: "waiting", glyph: "review" },
  changes_requested: { tone: "waiting", glyph: "doing" },
  approved: { tone: "yes", glyph: "done" },
  paid: { tone: "yes", glyph: "done" },
  archived: { tone: "over", glyph: "done" },
  rejected: { tone: "no", glyph: "rejected" },
  cancelled: { tone: "over", glyph: "todo" },
};

/** Where a request stands, as a sign and in words. */
export function FinanceStatus({ status }: { status: Status }) {
  const text = useText();
  const { tone, glyph } = looks[status];
  return (
    <span className={classes.status} data-tone={tone}>
      <StatusGlyph status={glyph} />
      {text(`finance.status.${status}`)}
    </span>
  );
}
