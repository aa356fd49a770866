import { Button } from "@mantine/core";
import { useIntersection } from "@mantine/hooks";
import { Fragment, useEffect, useEffectEvent } from "react";
import { useText } from "../platform/intl/useText";
import { useNow } from "../platform/now";
import { InboxRow } from "./InboxRow";
import { emptyTitle } from "./empty-title";
import classes from "./inbox.module.css";
import type { InboxAddress } from "./useInboxAddress";
import type { ListedEntry } from "./useInboxList";
import type { Selection } from "./useSelection";

interface EntryListProps {
  entries: readonly ListedEntry[];
  address: InboxAddress;
  /** Null where nothing can be decided any more. */
  selection: Selection | null;
  onMore?: () => void;
  reading: boolean;
}

/** What came today stands apart from what waits for longer. */
export function EntryList({ entries, address, selection, onMore, reading }: EntryListProps) {
  const text = useText();
  const { tab, open, sort, show } = address;
  const today = useNow().toDateString();
  const groupOf = ({ since }: ListedEntry) => {
    if (new Date(since).toDateString() === today) return "inbox.group.today";
    return tab === "waiting" && sort === "oldest" ? "inbox.group.longest" : "inbox.group.earlier";
  };
  if (entries.length === 0) return <p className={classes.none}>{text(emptyTitle(address))}</p>;
  return (
    <ul className={classes.list} data-above-toasts aria-label={text(`inbox.${tab}`)}>
      {entries.map((one, at) => {
        const group = groupOf(one);
        const before = entries[at - 1];
        return (
          <Fragment key={`${one.request.id} ${tab === "decided" ? one.step?.id : ""}`}>
            {(!before || groupOf(before) !== group) && <li className={classes.group}>{text(group)}</li>}
            <InboxRow
              entry={one}
              mine={tab === "sent"}
              open={one.request.id === open?.id}
              onOpen={() => show(one.request)}
              selected={selection?.ids.has(one.request.id) ?? false}
              onSelect={selection ? () => selection.toggle(one.request.id) : undefined}
              selecting={(selection?.ids.size ?? 0) > 0}
            />
          </Fragment>
        );
      })}
      {onMore && <More onMore={onMore} reading={reading} />}
    </ul>
  );
}

/** Reads on when it comes into sight; for who doesn't scroll it is a button. */
function More({ onMore, reading }: { onMore: () => void; reading: boolean }) {
  const text = useText();
  const { ref, entry } = useIntersection({ rootMargin: "400px" });
  const more = useEffectEvent(() => !reading && onMore());
  useEffect(() => {
    if (entry?.isIntersecting) more();
  }, [entry?.isIntersecting]);
  return (
    <li ref={ref} className={classes.more}>
      <Button size="xs" loading={reading} onClick={onMore}>
        {text("inbox.more")}
      </Button>
    </li>
  );
}
