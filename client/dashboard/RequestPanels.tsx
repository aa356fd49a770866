import { Link, useNavigate } from "react-router-dom";
import { paths } from "../platform/paths";
import { useFormat, useText } from "../platform/intl/useText";
import { InboxRow } from "../inbox/InboxRow";
import type { InboxTab } from "../inbox/useInboxAddress";
import { type ListedEntry, useInboxList } from "../inbox/useInboxList";
import { useHasInbox, useInboxCounts } from "../inbox/useWaitingCount";
import { Panel } from "../ui/Panel";
import { EmptyState } from "../ui/states/EmptyState";
import { ErrorState } from "../ui/states/ErrorState";
import { SkeletonRows } from "../ui/states/Skeleton";

const shownMost = 5;
const everything = { family: null, type: null, sort: "oldest", requester: null, q: "" } as const;

/** What waits for one's decision, the longest wait first, and how one's own requests stand. */
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

/** Undecided, or sent back for changes: the same that the inbox counts. */
const onItsWay = ({ request: { next_status: next } }: ListedEntry) =>
  next?.action === "decide" || next?.action === "resubmit";

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
  const query = useInboxList({ ...everything, tab });
  const all = query.data?.entries;
  const entries = (tab === "sent" ? all?.filter(onItsWay) : all)?.slice(0, shownMost);
  const inbox: Record<string, string> = tab === "sent" ? { tab } : {};
  const addressOf = (more: Record<string, string>) => `${paths.inbox}?${new URLSearchParams({ ...inbox, ...more })}`;
  return (
    <Panel
      title={title}
      count={count > 0 && number(count)}
      end={<Link to={addressOf({})}>{text("dashboard.openInbox")}</Link>}
    >
      {query.isPending && <SkeletonRows rows={3} height={72} />}
      {query.error && !entries && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {entries?.length === 0 && <EmptyState title={none} text={why} />}
      {entries && entries.length > 0 && (
        <ul>
          {entries.map((entry) => (
            <InboxRow
              key={entry.request.id}
              entry={entry}
              mine={tab === "sent"}
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
