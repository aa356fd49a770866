import { keepPreviousData } from "@tanstack/react-query";
import { useHotkeys, useMediaQuery } from "@mantine/hooks";
import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import {
  decidedByMe,
  inbox,
  type InboxEntry,
  requestFamilies,
  type RequestFamily,
} from "../../shared/approvals/approvals.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { EmptyState } from "../ui/EmptyState";
import { wasSomethingOnTop } from "../ui/on-top";
import { PageHead } from "../ui/PageHead";
import { QueryBoundary } from "../ui/QueryBoundary";
import { SkeletonRows } from "../ui/Skeleton";
import { families } from "./families";
import { InboxDrawing } from "./InboxDrawing";
import { InboxRow } from "./InboxRow";
import { InboxTabs } from "./InboxTabs";
import classes from "./inbox.module.css";

export const inboxTabs = ["waiting", "decided"] as const;
export type InboxTab = (typeof inboxTabs)[number];

const pageSize = 100;

interface Opened {
  id: number;
  family: RequestFamily;
}

/** What is open and which list it stands in are in the address. What was decided leaves the list and stays open. */
function useInboxAddress() {
  const [search, setSearch] = useSearchParams();
  const tab: InboxTab = search.get("tab") === "decided" ? "decided" : "waiting";
  const id = Number(search.get("open")) || null;
  const family = requestFamilies.find((one) => one === search.get("of")) ?? "leave";
  const show = (entry: Opened | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const name of ["open", "of"]) next.delete(name);
        if (entry) next.set("open", String(entry.id));
        if (entry && entry.family !== "leave") next.set("of", entry.family);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const open: Opened | null = id === null ? null : { id, family };
  return { tab, open, show, choose: (next: InboxTab) => setSearch(next === "waiting" ? {} : { tab: next }) };
}

/** Everything that waits for one's decision, whoever it came to first, and beside it what one needs to decide. */
export function InboxPage() {
  const text = useText();
  const { number } = useFormat();
  const { tab, open, show, choose } = useInboxAddress();
  const query = { per_page: pageSize };
  const waiting = useEndpoint(inbox, { query }, { placeholderData: keepPreviousData });
  const decided = useEndpoint(decidedByMe, { query }, { enabled: tab === "decided" });
  const shown = tab === "waiting" ? waiting : decided;
  return (
    <div className={classes.page} data-open={open !== null || undefined}>
      <PageHead
        title={text("title.inbox")}
        tabs={<InboxTabs tab={tab} waiting={waiting.data && number(waiting.data.meta.total)} onChoose={choose} />}
      />
      <QueryBoundary query={shown} loading={<SkeletonRows rows={6} height={72} />} failed={text("inbox.failed")}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              drawing={<InboxDrawing />}
              title={text(tab === "waiting" ? "inbox.empty" : "inbox.noneDecided")}
              text={tab === "waiting" ? text("inbox.empty.why") : undefined}
            />
          ) : (
            <Entries entries={data} tab={tab} open={open} onOpen={show} />
          )
        }
      </QueryBoundary>
    </div>
  );
}

interface EntriesProps {
  entries: readonly InboxEntry[];
  tab: InboxTab;
  open: Opened | null;
  onOpen: (entry: Opened | null) => void;
}

function Entries({ entries, tab, open, onOpen }: EntriesProps) {
  const text = useText();
  const wide = useMediaQuery("(min-width: 64em)", true, { getInitialValueInEffect: false });
  const at = entries.findIndex(({ request }) => request.id === open?.id);
  const go = (by: 1 | -1) => () => {
    const next = entries[at < 0 ? 0 : Math.min(entries.length - 1, Math.max(0, at + by))];
    if (next) onOpen(next.request);
  };
  useHotkeys([
    ["j", go(1)],
    ["k", go(-1)],
    ["ArrowDown", go(1)],
    ["ArrowUp", go(-1)],
    ["Escape", () => !wasSomethingOnTop() && onOpen(null)],
  ]);
  // Where there is room, something is always open: the one that waits longest.
  const first = entries[0]?.request ?? null;
  useEffect(() => {
    if (wide && open === null && first !== null) onOpen(first);
  });
  const after = () => onOpen((entries[at + 1] ?? entries[at - 1])?.request ?? null);
  const Decision = open && families[open.family]?.Decision;
  return (
    <div className={classes.split}>
      <ul className={classes.list} aria-label={text(tab === "waiting" ? "inbox.waiting" : "inbox.decided")}>
        {entries.map((one) => (
          <InboxRow
            key={`${one.request.id} ${one.step.id}`}
            entry={one}
            open={one.request.id === open?.id}
            onOpen={() => onOpen(one.request)}
          />
        ))}
      </ul>
      {open && (
        <section className={classes.pane} aria-label={text("inbox.decision")}>
          {!wide && (
            <button type="button" className={classes.back} onClick={() => onOpen(null)}>
              {text("inbox.back")}
            </button>
          )}
          {Decision && <Decision key={open.id} id={open.id} onDecided={after} />}
        </section>
      )}
    </div>
  );
}
