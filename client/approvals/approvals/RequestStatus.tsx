import type { NextStatus } from "../../../shared/approvals/approvals/approvals.contract";
import { awaitedApproverName } from "../../../shared/approvals/approvals/awaited-approver.rules";
import type { MessageId } from "../../platform/intl/catalogues";
import { useRoleName } from "../../platform/intl/useRoleName";
import { useText } from "../../platform/intl/useText";
import { useCurrentUser } from "../../platform/session";
import { StatusGlyph, type GlyphStatus as Glyph } from "../../ui/signs/StatusGlyph";
import classes from "./RequestStatus.module.css";

type StatusTone = "draft" | "waiting" | "yes" | "no" | "over";

const glyphs = { draft: "backlog", waiting: "waiting", yes: "done", no: "rejected", over: "todo" } as const;

interface RequestStatusProps {
  status: string;
  /** Set if a pending step is described by its approver or role. */
  next?: NextStatus;
}

interface StatusLook {
  tone: StatusTone;
  glyph: Glyph;
}

/** Makes the component that shows the status of a family's requests. */
export const requestStatusOf = <Status extends string>(
  looks: Readonly<Record<Status, StatusTone | StatusLook>>,
  labelOf: (status: Status) => MessageId,
) =>
  function RequestStatus({ status, next }: RequestStatusProps) {
    const text = useText();
    const pendingStepText = usePendingStepText();
    const look: StatusTone | StatusLook = looks[status as Status] ?? "waiting";
    const { tone, glyph } = typeof look === "string" ? { tone: look, glyph: glyphs[look] } : look;
    return (
      <span className={classes.status} data-tone={tone}>
        <StatusGlyph status={glyph} />
        {pendingStepText(next) ?? text(labelOf(status as Status))}
      </span>
    );
  };

/** Describes the pending step by its approver or role; returns null when no decision is pending. */
function usePendingStepText(): (next: NextStatus | undefined) => string | null {
  const text = useText();
  const me = useCurrentUser();
  const roleName = useRoleName();
  return (next) => {
    if (next?.action === "decide" && next.approver?.id === me.id) return text("request.waitingForYou");
    const name = awaitedApproverName(next, roleName);
    return name === null ? null : text("request.waitingFor", { name });
  };
}
