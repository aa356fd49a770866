import { IconUsers } from "@tabler/icons-react";
import { InboxFact, type InboxLineProps, InboxWhat } from "../approvals/InboxLine";
import { Message, useText } from "../platform/intl/useText";
import { LeaveSign } from "./LeaveSign";
import { type LeaveFacts, useLeaveWords } from "./useLeaveWords";

/** A leave in the inbox: which, when and how many days; who else is away then. */
export function LeaveInboxLine(props: InboxLineProps) {
  const facts = props.facts as unknown as LeaveFacts;
  const text = useText();
  const { daysOf, datesOf } = useLeaveWords();
  return (
    <>
      <InboxWhat sign={<LeaveSign icon={facts.leave_type.icon} />}>
        <Message
          id="inbox.leaveLine"
          values={{ type: <bdi>{facts.leave_type.name}</bdi>, dates: datesOf(facts), days: daysOf(facts.days) }}
        />
      </InboxWhat>
      {facts.also_away > 0 && (
        <InboxFact icon={IconUsers} tone="warn">
          {text("leave.othersAway", { count: facts.also_away })}
        </InboxFact>
      )}
    </>
  );
}
