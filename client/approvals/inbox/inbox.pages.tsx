import { useFormat, useText } from "../../platform/intl/useText";
import { EmptyState } from "../../ui/states/EmptyState";
import { PageHead } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { emptyInboxTitle, isInboxFiltered } from "./empty-title";
import { InboxEntries } from "./InboxEntries";
import { InboxFilters } from "./InboxFilters";
import classes from "./inbox.module.css";
import { type InboxTab, useInboxAddress } from "./useInboxAddress";
import { useInboxList } from "./useInboxList";
import { SegmentedControl } from "@mantine/core";
import { useInboxCounts } from "./useWaitingCount";
import flow from "../../ui/layout/flow.module.css";

export function InboxPage() {
  const text = useText();
  const address = useInboxAddress();
  const list = useInboxList(address);
  const { tab, open } = address;
  return (
    <div className={flow.fillColumn} data-open={open !== null || undefined}>
      <div className={classes.top}>
        <PageHead title={text("title.inbox")} tabs={<InboxTabs tab={tab} onChoose={address.choose} />}>
          <InboxFilters kinds={list.data?.kinds ?? []} requesters={list.data?.requesters ?? []} address={address} />
        </PageHead>
      </div>
      <QueryBoundary query={list} loading={<SkeletonRows rows={6} height={72} />} failed={text("inbox.failed")}>
        {({ entries }) =>
          entries.length === 0 && open === null ? (
            <EmptyState
              drawing={<InboxIllustration />}
              title={text(emptyInboxTitle(address))}
              text={tab === "waiting" && !isInboxFiltered(address) ? text("inbox.empty.why") : undefined}
            />
          ) : (
            <InboxEntries
              key={tab}
              entries={entries}
              address={address}
              onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
              reading={list.isFetchingNextPage}
              scope={
                list.isPlaceholderData
                  ? "old"
                  : [address.family, address.type, address.sort, address.requester, address.q].join(" ")
              }
            />
          )
        }
      </QueryBoundary>
    </div>
  );
}

function InboxTabs({ tab, onChoose }: { tab: InboxTab; onChoose: (tab: InboxTab) => void }) {
  const text = useText();
  const { number } = useFormat();
  const { waiting, sent } = useInboxCounts();
  return (
    <SegmentedControl
      size="sm"
      aria-label={text("title.inbox")}
      value={tab}
      onChange={(value) => onChoose(value as InboxTab)}
      data={[
        {
          value: "waiting",
          label: waiting > 0 ? text("inbox.waitingCount", { count: number(waiting) }) : text("inbox.waiting"),
        },
        { value: "sent", label: sent > 0 ? text("inbox.sentCount", { count: number(sent) }) : text("inbox.sent") },
        { value: "decided", label: text("inbox.decided") },
      ]}
    />
  );
}

function InboxIllustration() {
  return (
    <svg viewBox="0 0 112 64" fill="none" stroke="currentColor" strokeWidth="1.5">
      <path d="M26 34 34 12h44l8 22v18H26z" />
      <path d="M26 34h18c0 6 5 9 12 9s12-3 12-9h18" />
    </svg>
  );
}
