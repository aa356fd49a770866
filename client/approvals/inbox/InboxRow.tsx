import { Checkbox } from "@mantine/core";
import { IconArrowRight, IconArrowsExchange, IconCheck, IconPencil, IconX } from "@tabler/icons-react";
import { requestRowKey } from "../approvals/useDecisionUndo";
import { DecidedNote } from "../../undo/DecidedNote";
import { InboxFact } from "../approvals/InboxSummary";
import { Message, useText } from "../../platform/intl/useText";
import { Avatar } from "../../ui/signs/Avatar";
import { RelativeTime } from "../../ui/signs/RelativeTime";
import { familyScreensOf } from "../approvals/family-screens";
import classes from "./InboxRow.module.css";
import type { ListedEntry } from "./useInboxList";
import { useRoleName } from "../../platform/intl/useRoleName";

interface InboxRowProps {
  entry: ListedEntry;
  /** True for the user's own request: the row shows its status instead of the requester. */
  mine: boolean;
  open: boolean;
  onOpen: () => void;
  selected: boolean;
  /** Omitted if the request can't be selected. */
  onSelect?: () => void;
  /** True while any row is selected: all checkboxes are then visible. */
  selecting: boolean;
  /** True right after a decision: the row shows the decision with Undo instead of disappearing. */
  isRemoved?: boolean;
}

const verdicts = ["approved", "rejected", "changes_requested"] as const;
const verdictIcons = { approved: IconCheck, rejected: IconX, changes_requested: IconPencil };

export function InboxRow({
  entry,
  mine,
  open,
  onOpen,
  selected,
  onSelect,
  selecting,
  isRemoved = false,
}: InboxRowProps) {
  const text = useText();
  const roleName = useRoleName();
  const { request, on_behalf_of: behalf, since } = entry;
  const verdict = mine ? undefined : verdicts.find((one) => one === entry.step?.state);
  const screens = familyScreensOf(request.family);
  const next = mine && request.next_status?.action === "decide" ? request.next_status : null;
  if (isRemoved)
    return (
      <li className={classes.row} data-left>
        <Avatar person={request.requester} size={32} hasVisibleName />
        <span className={classes.words}>
          {screens && <screens.Line facts={entry.facts} />}
          <DecidedNote row={requestRowKey(request.id)} />
        </span>
      </li>
    );
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
          <Avatar person={next?.approver ?? request.requester} size={32} hasVisibleName />
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
            <InboxFact icon={IconArrowRight} directed>
              <Message
                id="inbox.waitsFor"
                values={{ name: <bdi>{next.approver?.fullname ?? roleName(next.role)}</bdi> }}
              />
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
