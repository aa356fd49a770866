import { Button } from "@mantine/core";
import { useIntersection } from "@mantine/hooks";
import { Fragment, useEffect, useEffectEvent } from "react";
import { useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { useLingeringRows } from "../../ui/kept/useLingeringRows";
import { InboxRow } from "./InboxRow";
import { emptyInboxTitle } from "./empty-title";
import classes from "./inbox.module.css";
import type { InboxAddress } from "./useInboxAddress";
import type { ListedEntry } from "./useInboxList";
import type { Selection } from "./useSelection";

interface EntryListProps {
  entries: readonly ListedEntry[];
  address: InboxAddress;
  /** Null if no request can be selected for approval. */
  selection: Selection | null;
  onMore?: () => void;
  reading: boolean;
  scope: string;
}

const rowKey = ({ request }: ListedEntry): number => request.id;

export function EntryList({ entries, address, selection, onMore, reading, scope }: EntryListProps) {
  const text = useText();
  const { tab, open, sort, show } = address;
  const today = useNow().toDateString();
  const groupOf = ({ since }: ListedEntry) => {
    if (new Date(since).toDateString() === today) return "inbox.group.today";
    return tab === "waiting" && sort === "oldest" ? "inbox.group.longest" : "inbox.group.earlier";
  };
  const { rows, hold } = useLingeringRows(entries, rowKey, tab === "waiting" ? scope : null);
  if (rows.length === 0) return <p className={classes.none}>{text(emptyInboxTitle(address))}</p>;
  return (
    <ul className={classes.list} data-above-toasts aria-label={text(`inbox.${tab}`)} {...hold}>
      {rows.map(({ row: one, isRemoved }, at) => {
        const group = groupOf(one);
        const before = rows[at - 1]?.row;
        return (
          <Fragment key={`${one.request.id} ${tab === "decided" ? one.step?.id : ""}`}>
            {(!before || groupOf(before) !== group) && <li className={classes.group}>{text(group)}</li>}
            <InboxRow
              entry={one}
              isRemoved={isRemoved}
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

/** Button that loads the next page when it is pressed or scrolled into view. */
function More({ onMore, reading }: { onMore: () => void; reading: boolean }) {
  const text = useText();
  const { ref, entry } = useIntersection({ rootMargin: "400px" });
  const loadMore = useEffectEvent(() => !reading && onMore());
  useEffect(() => {
    if (entry?.isIntersecting) loadMore();
  }, [entry?.isIntersecting]);
  return (
    <li ref={ref} className={classes.more}>
      <Button size="xs" loading={reading} onClick={onMore}>
        {text("inbox.more")}
      </Button>
    </li>
  );
}
