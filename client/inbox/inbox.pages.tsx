import { keepPreviousData } from "@tanstack/react-query";
import { useHotkeys, useMediaQuery } from "@mantine/hooks";
import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { decidedByMe, inbox, type InboxEntry } from "../../shared/approvals/approvals.contract";
import { LeaveDecision } from "../leave/LeaveDecision";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { EmptyState } from "../ui/EmptyState";
import { wasSomethingOnTop } from "../ui/on-top";
import { PageHead } from "../ui/PageHead";
import { QueryBoundary } from "../ui/QueryBoundary";
import { SkeletonRows } from "../ui/Skeleton";
import { InboxDrawing } from "./InboxDrawing";
import { InboxRow } from "./InboxRow";
import { InboxTabs } from "./InboxTabs";
import classes from "./inbox.module.css";

export const inboxTabs = ["waiting", "decided"] as const;
export type InboxTab = (typeof inboxTabs)[number];

const pageSize = 100;

/** What is open and which list it stands in are in the address. */
function useInboxAddress() {
  const [search, setSearch] = useSearchParams();
  const tab: InboxTab = search.get("tab") === "decided" ? "decided" : "waiting";
  const open = Number(search.get("open")) || null;
  const show = (id: number | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (id === null) next.delete("open");
        else next.set("open", String(id));
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
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
  open: number | null;
  onOpen: (id: number | null) => void;
}

function Entries({ entries, tab, open, onOpen }: EntriesProps) {
  const text = useText();
  const wide = useMediaQuery("(min-width: 64em)", true, { getInitialValueInEffect: false });
  const at = entries.findIndex(({ request }) => request.id === open);
  const go = (by: 1 | -1) => () => {
    const next = entries[at < 0 ? 0 : Math.min(entries.length - 1, Math.max(0, at + by))];
    if (next) onOpen(next.request.id);
  };
  useHotkeys([
    ["j", go(1)],
    ["k", go(-1)],
    ["ArrowDown", go(1)],
    ["ArrowUp", go(-1)],
    ["Escape", () => !wasSomethingOnTop() && onOpen(null)],
  ]);
  // Where there is room, something is always open: the one that waits longest.
  const first = entries[0]?.request.id ?? null;
  useEffect(() => {
    if (wide && open === null && first !== null) onOpen(first);
  });
  const after = () => onOpen((entries[at + 1] ?? entries[at - 1])?.request.id ?? null);
  const entry = entries[at];
  return (
    <div className={classes.split}>
      <ul className={classes.list} aria-label={text(tab === "waiting" ? "inbox.waiting" : "inbox.decided")}>
        {entries.map((one) => (
          <InboxRow
            key={`${one.request.id} ${one.step.id}`}
            entry={one}
            open={one.request.id === open}
            onOpen={() => onOpen(one.request.id)}
          />
        ))}
      </ul>
      {open !== null && (
        <section className={classes.pane} aria-label={text("inbox.decision")}>
          {!wide && (
            <button type="button" className={classes.back} onClick={() => onOpen(null)}>
              {text("inbox.back")}
            </button>
          )}
          {(!entry || entry.request.family === "leave") && <LeaveDecision key={open} id={open} onDecided={after} />}
        </section>
      )}
    </div>
  );
}
