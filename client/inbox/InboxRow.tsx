import { IconArrowsExchange } from "@tabler/icons-react";
import type { InboxEntry } from "../../shared/approvals/approvals.contract";
import { InboxFact } from "../approvals/InboxLine";
import { Message } from "../platform/intl/useText";
import { Avatar } from "../ui/Avatar";
import { RelativeTime } from "../ui/RelativeTime";
import { families } from "./families";
import classes from "./InboxRow.module.css";

interface InboxRowProps {
  entry: InboxEntry;
  open: boolean;
  onOpen: () => void;
}

/** Who asks for what, since when, and the one or two things one looks at first. */
export function InboxRow({ entry, open, onOpen }: InboxRowProps) {
  const { request, on_behalf_of: behalf, since } = entry;
  const Line = families[request.family]?.Line;
  return (
    <li className={classes.row} aria-current={open || undefined}>
      <button type="button" onClick={onOpen}>
        <Avatar person={request.requester} size={32} named />
        <span className={classes.words}>
          <span className={classes.first}>
            <bdi className={classes.name}>{request.requester.fullname}</bdi>
            <RelativeTime at={since} />
          </span>
          {Line && <Line facts={entry.facts} />}
          {behalf && (
            <InboxFact icon={IconArrowsExchange} tone="accent">
              <Message id="request.onBehalfOf" values={{ name: <bdi>{behalf.fullname}</bdi> }} />
            </InboxFact>
          )}
        </span>
      </button>
    </li>
  );
}
