import { IconArrowsExchange, IconUsers } from "@tabler/icons-react";
import type { InboxEntry } from "../../shared/approvals/approvals.contract";
import { LeaveSign } from "../leave/LeaveSign";
import { type LeaveFacts, useLeaveWords } from "../leave/useLeaveWords";
import { Message, useText } from "../platform/intl/useText";
import { Avatar } from "../ui/Avatar";
import { RelativeTime } from "../ui/RelativeTime";
import classes from "./InboxRow.module.css";

interface InboxRowProps {
  entry: InboxEntry;
  open: boolean;
  onOpen: () => void;
}

/** Who asks for what, since when, and the one or two things one looks at first. */
export function InboxRow({ entry, open, onOpen }: InboxRowProps) {
  const { request, on_behalf_of: behalf, since } = entry;
  return (
    <li className={classes.row} aria-current={open || undefined}>
      <button type="button" onClick={onOpen}>
        <Avatar person={request.requester} size={32} named />
        <span className={classes.words}>
          <span className={classes.first}>
            <bdi className={classes.name}>{request.requester.fullname}</bdi>
            <RelativeTime at={since} />
          </span>
          {request.family === "leave" && <Leave facts={entry.facts as unknown as LeaveFacts} />}
          {behalf && (
            <span className={classes.behalf}>
              <IconArrowsExchange size={14} stroke={1.75} aria-hidden />
              <Message id="request.onBehalfOf" values={{ name: <bdi>{behalf.fullname}</bdi> }} />
            </span>
          )}
        </span>
      </button>
    </li>
  );
}

function Leave({ facts }: { facts: LeaveFacts }) {
  const text = useText();
  const { daysOf, datesOf } = useLeaveWords();
  return (
    <>
      <span className={classes.what}>
        <LeaveSign icon={facts.leave_type.icon} />
        <span>
          <bdi>{facts.leave_type.name}</bdi>, {datesOf(facts)}, {daysOf(facts.days)}
        </span>
      </span>
      {facts.also_away > 0 && (
        <span className={classes.warn}>
          <IconUsers size={14} stroke={1.75} aria-hidden />
          {text("leave.othersAway", { count: facts.also_away })}
        </span>
      )}
    </>
  );
}
