import { Checkbox } from "@mantine/core";
import { IconArrowRight, IconArrowsExchange, IconCheck, IconPencil, IconX } from "@tabler/icons-react";
import { InboxFact } from "../approvals/InboxLine";
import { Message, useText } from "../platform/intl/useText";
import { Avatar } from "../ui/signs/Avatar";
import { RelativeTime } from "../ui/signs/RelativeTime";
import { screensOf } from "../requests/family-screens";
import classes from "./InboxRow.module.css";
import type { ListedEntry } from "./useInboxList";

interface InboxRowProps {
  entry: ListedEntry;
  /** One has asked for it oneself: where it stands takes the place of who asks. */
  mine: boolean;
  open: boolean;
  onOpen: () => void;
  selected: boolean;
  /** Left out where nothing can be chosen. */
  onSelect?: () => void;
  /** Others are chosen: all of them show where one presses. */
  selecting: boolean;
}

const verdicts = ["approved", "rejected", "changes_requested"] as const;
const verdictIcons = { approved: IconCheck, rejected: IconX, changes_requested: IconPencil };

/** Who asks for what, since when, and the one or two things one looks at first. */
export function InboxRow({ entry, mine, open, onOpen, selected, onSelect, selecting }: InboxRowProps) {
  const text = useText();
  const { request, on_behalf_of: behalf, since } = entry;
  const verdict = mine ? undefined : verdicts.find((one) => one === entry.step?.state);
  const screens = screensOf(request.family);
  const next = mine && request.next_status?.action === "decide" ? request.next_status : null;
  return (
    <li
      className={classes.row}
      aria-current={open || undefined}
      data-request={request.id}
      data-selected={selected || undefined}
      data-selecting={selecting || undefined}
    >
      {onSelect && (
        <Checkbox
          size="24px"
          className={classes.check}
          checked={selected}
          onChange={onSelect}
          aria-label={text("inbox.selectOne", { name: request.requester.fullname })}
        />
      )}
      <button type="button" onClick={onOpen}>
        <span className={classes.face}>
          <Avatar person={next?.approver ?? request.requester} size={32} named />
        </span>
        <span className={classes.words}>
          <span className={classes.first}>
            {mine && screens ? (
              <span className={classes.state}>
                <screens.Status status={request.status} />
              </span>
            ) : (
              <bdi className={classes.name}>{request.requester.fullname}</bdi>
            )}
            <RelativeTime at={since} />
          </span>
          {screens && <screens.Line facts={entry.facts} />}
          {next && (
            <InboxFact icon={IconArrowRight}>
              <Message id="inbox.waitsFor" values={{ name: <bdi>{next.approver?.fullname ?? next.role?.name}</bdi> }} />
            </InboxFact>
          )}
          {verdict && (
            <InboxFact icon={verdictIcons[verdict]} tone={verdict === "approved" ? undefined : "warn"}>
              {text(`inbox.verdict.${verdict}`)}
            </InboxFact>
          )}
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
