import type { FinanceStatus as Status } from "../../shared/finance/finance.workflow";
import { RequestStatus, type Tone } from "../approvals/RequestStatus";
import { useText } from "../platform/intl/useText";
import type { Status as Glyph } from "../ui/signs/StatusGlyph";

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
export function FinanceStatus({ status }: { status: string }) {
  const text = useText();
  return <RequestStatus {...looks[status as Status]} words={text(`finance.status.${status as Status}`)} />;
}
