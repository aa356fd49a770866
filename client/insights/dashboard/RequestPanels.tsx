import { type ReactNode, useRef } from "react";
import { Link, useNavigate } from "react-router-dom";
import { paths } from "../../platform/paths";
import { useFormat, useText } from "../../platform/intl/useText";
import { InboxRow } from "../../approvals/inbox/InboxRow";
import type { InboxTab } from "../../approvals/inbox/useInboxAddress";
import { type ListedEntry, useInboxList } from "../../approvals/inbox/useInboxList";
import { useHasInbox, useInboxCounts } from "../../approvals/inbox/useWaitingCount";
import { Panel } from "../../ui/Panel";
import { EmptyState } from "../../ui/states/EmptyState";
import { ErrorState } from "../../ui/states/ErrorState";
import { useLingeringRows } from "../../ui/kept/useLingeringRows";
import { maxShownRequests, RequestRowsLoading } from "./RequestsLoading";
import { WaitingRow } from "./WaitingRow";

const everything = { family: null, type: null, sort: "oldest", requester: null, q: "" } as const;

export function RequestPanels() {
  const text = useText();
  const { waiting, sent } = useInboxCounts();
  const decides = useHasInbox();
  return (
    <>
      {decides && (
        <Requests
          tab="waiting"
          count={waiting}
          title={text("dashboard.waiting")}
          none={text("inbox.empty")}
          why={text("inbox.empty.why")}
        />
      )}
      <Requests
        tab="sent"
        count={sent}
        title={text("dashboard.requests")}
        none={text("dashboard.requests.none")}
        why={text("dashboard.requests.none.why")}
      />
    </>
  );
}

interface RequestsProps {
  tab: Exclude<InboxTab, "decided">;
  count: number;
  title: string;
  none: string;
  why: string;
}

function Requests({ tab, count, title, none, why }: RequestsProps) {
  const text = useText();
  const { number } = useFormat();
  const navigate = useNavigate();
  const query = useInboxList({ ...everything, tab, pending: tab === "sent" });
  const entries = query.data?.entries.slice(0, maxShownRequests);
  const inbox: Record<string, string> = tab === "sent" ? { tab } : {};
  const addressOf = (parameters: Record<string, string>) =>
    `${paths.inbox}?${new URLSearchParams({ ...inbox, ...parameters })}`;
  return (
    <Panel
      title={title}
      count={count > 0 && number(count)}
      end={<Link to={addressOf({})}>{text("dashboard.openInbox")}</Link>}
    >
      {query.isPending && <RequestRowsLoading tab={tab} count={count} />}
      {query.error && !entries && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {entries && tab === "waiting" && (
        <WaitingRequests
          entries={entries}
          pathOf={({ request }) => addressOf({ open: String(request.id), of: request.family })}
          none={<EmptyState title={none} text={why} />}
        />
      )}
      {tab === "sent" && entries?.length === 0 && <EmptyState title={none} text={why} />}
      {tab === "sent" && entries && entries.length > 0 && (
        <ul>
          {entries.map((entry) => (
            <InboxRow
              key={entry.request.id}
              entry={entry}
              mine
              open={false}
              onOpen={() => void navigate(addressOf({ open: String(entry.request.id), of: entry.request.family }))}
              selected={false}
              selecting={false}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface WaitingRequestsProps {
  entries: readonly ListedEntry[];
  pathOf(entry: ListedEntry): string;
  none: ReactNode;
}

const rowKey = ({ request }: ListedEntry): number => request.id;

/** Decided rows stay for some seconds, so that no other row moves under a second click. */
function WaitingRequests({ entries, pathOf, none }: WaitingRequestsProps) {
  const { rows, hold } = useLingeringRows(entries, rowKey);
  const list = useRef<HTMLUListElement>(null);
  const focusNext = (id: number) => () => {
    const open = [...(list.current?.querySelectorAll<HTMLElement>("[data-request] [data-open-request]") ?? [])];
    const at = open.findIndex((link) => link.closest(`[data-request="${id}"]`));
    const inboxLink = list.current?.closest("section")?.querySelector<HTMLElement>("header a");
    (open[at + 1] ?? open[at - 1] ?? inboxLink)?.focus();
  };
  if (rows.length === 0) return none;
  return (
    <ul ref={list} {...hold}>
      {rows.map(({ row, isRemoved }) => (
        <WaitingRow
          key={row.request.id}
          entry={row}
          isRemoved={isRemoved}
          path={pathOf(row)}
          onDecided={focusNext(row.request.id)}
        />
      ))}
    </ul>
  );
}
