import { Button } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { InboxFact } from "../../approvals/approvals/InboxSummary";
import { familyCallsOf, familyScreensOf } from "../../approvals/approvals/family-screens";
import { requestRowKey } from "../../approvals/approvals/useDecisionUndo";
import { DecisionButtons } from "../../approvals/inbox/DecisionButtons";
import type { ListedEntry } from "../../approvals/inbox/useInboxList";
import { daysBetween } from "../../platform/intl/formats";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { useCurrentUser } from "../../platform/session";
import { localDayOf } from "../../platform/today";
import { Avatar } from "../../ui/signs/Avatar";
import { DecidedNote } from "../../undo/DecidedNote";
import classes from "./WaitingRow.module.css";

interface WaitingRowProps {
  entry: ListedEntry;
  /** True after the request has left the list; the row then shows the decision, with Undo if it was the user's own. */
  isRemoved: boolean;
  path: string;
  onDecided(): void;
}

/** A request that waits for the user's decision, with the buttons that decide it. */
export function WaitingRow({ entry, isRemoved, path, onDecided }: WaitingRowProps) {
  const text = useText();
  const waiting = useWaitingText();
  const { request, facts, on_behalf_of: behalf } = entry;
  const { id, family, version, requester } = request;
  const screens = familyScreensOf(family);
  const { viewing } = useCurrentUser();
  // Administrators who view the product as another user can't decide requests.
  const calls = viewing ? undefined : familyCallsOf(family);
  const open = (
    <Button
      component={Link}
      to={path}
      size="xs"
      variant="subtle"
      color="gray"
      aria-label={text("dashboard.openRequestOf", { name: requester.fullname })}
      data-open-request
    >
      {text("dashboard.openRequest")}
    </Button>
  );
  return (
    <li className={classes.row} data-request={isRemoved ? undefined : id} data-gone={isRemoved || undefined}>
      {!isRemoved && <Link to={path} className={classes.cover} tabIndex={-1} aria-hidden />}
      <Avatar person={requester} size={32} hasVisibleName />
      <span className={classes.about}>
        <bdi className={classes.name}>{requester.fullname}</bdi>
        {screens && <screens.Line facts={facts} />}
        {!isRemoved && <span className={classes.waiting}>{waiting(entry)}</span>}
        {behalf && (
          <InboxFact icon={IconArrowsExchange} tone="accent">
            <Message id="request.onBehalfOf" values={{ name: <bdi>{behalf.fullname}</bdi> }} />
          </InboxFact>
        )}
      </span>
      <span className={classes.decision}>
        {isRemoved ? (
          <DecidedNote row={requestRowKey(id)} />
        ) : calls ? (
          <DecisionButtons request={{ id, family, version, name: requester.fullname }} calls={calls} onDone={onDecided}>
            {open}
          </DecisionButtons>
        ) : (
          open
        )}
      </span>
    </li>
  );
}

/** Returns, for example, "Waiting 2 days, escalates on 21 Nov". */
function useWaitingText() {
  const text = useText();
  const { day } = useFormat();
  const now = useNow();
  return ({ since, step }: ListedEntry) => {
    const days = Math.max(0, -daysBetween(localDayOf(new Date(since)), now));
    const first = text("dashboard.waitingFor", { days });
    if (!step?.moves_on) return first;
    return text("dashboard.both", { first, second: text("request.step.movesOn", { day: day(step.moves_on) }) });
  };
}
