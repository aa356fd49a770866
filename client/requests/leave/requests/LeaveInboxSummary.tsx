import { IconArrowsExchange, IconHourglass, IconUsers } from "@tabler/icons-react";
import { InboxFact, type InboxSummaryProps, InboxSubject } from "../../../approvals/approvals/InboxSummary";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { Message, useText } from "../../../platform/intl/useText";
import { LeaveIcon } from "../types/LeaveIcon";
import { type LeaveFacts, useLeaveTexts } from "../types/useLeaveTexts";

export function LeaveInboxSummary(props: InboxSummaryProps) {
  const facts = props.facts as unknown as LeaveFacts;
  const text = useText();
  const { amountOf, datesOf } = useLeaveTexts();
  const nameOf = useNameOf();
  return (
    <>
      <InboxSubject sign={<LeaveIcon icon={facts.leave_type.icon} />}>
        <Message
          id="inbox.leaveLine"
          values={{
            type: <bdi>{nameOf(facts.leave_type)}</bdi>,
            dates: datesOf(facts),
            days: `${facts.credit ? "+" : ""}${amountOf(facts.days, facts.leave_type.unit)}`,
          }}
        />
      </InboxSubject>
      {facts.changes && (
        <InboxFact icon={IconArrowsExchange}>
          {text("leave.inboxChange", {
            dates: datesOf(facts.changes),
            days: amountOf(facts.changes.days, facts.leave_type.unit),
          })}
        </InboxFact>
      )}
      {facts.also_away > 0 && (
        <InboxFact icon={IconUsers} tone="warn">
          {text("leave.othersAway", { count: facts.also_away })}
        </InboxFact>
      )}
      {facts.also_waiting > 0 && (
        <InboxFact icon={IconHourglass}>{text("leave.othersWaiting", { count: facts.also_waiting })}</InboxFact>
      )}
    </>
  );
}
