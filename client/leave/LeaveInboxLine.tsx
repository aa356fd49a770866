import { IconUsers } from "@tabler/icons-react";
import { InboxFact, type InboxLineProps, InboxWhat } from "../approvals/InboxLine";
import { useNameOf } from "../platform/intl/useNameOf";
import { Message, useText } from "../platform/intl/useText";
import { LeaveSign } from "./LeaveSign";
import { type LeaveFacts, useLeaveWords } from "./useLeaveWords";

/** A leave in the inbox: which, when and how many days; who else is away then. */
export function LeaveInboxLine(props: InboxLineProps) {
  const facts = props.facts as unknown as LeaveFacts;
  const text = useText();
  const { daysOf, datesOf } = useLeaveWords();
  const nameOf = useNameOf();
  return (
    <>
      <InboxWhat sign={<LeaveSign icon={facts.leave_type.icon} />}>
        <Message
          id="inbox.leaveLine"
          values={{ type: <bdi>{nameOf(facts.leave_type)}</bdi>, dates: datesOf(facts), days: daysOf(facts.days) }}
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
