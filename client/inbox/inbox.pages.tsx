import { useText } from "../platform/intl/useText";
import { EmptyState } from "../ui/states/EmptyState";
import { PageHead } from "../ui/PageHead";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { emptyTitle, isNarrowed } from "./empty-title";
import { Entries } from "./Entries";
import { InboxDrawing } from "./InboxDrawing";
import { InboxFilters } from "./InboxFilters";
import { InboxTabs } from "./InboxTabs";
import classes from "./inbox.module.css";
import { useInboxAddress } from "./useInboxAddress";
import { useInboxList } from "./useInboxList";

/** Everything that waits for one's decision, whoever it came to first, and beside it what one needs to decide. */
export function InboxPage() {
  const text = useText();
  const address = useInboxAddress();
  const list = useInboxList(address);
  const { tab, open } = address;
  return (
    <div className={classes.page} data-open={open !== null || undefined}>
      <div className={classes.top}>
        <PageHead title={text("title.inbox")} tabs={<InboxTabs tab={tab} onChoose={address.choose} />}>
          <InboxFilters kinds={list.data?.kinds ?? []} requesters={list.data?.requesters ?? []} address={address} />
        </PageHead>
      </div>
      <QueryBoundary query={list} loading={<SkeletonRows rows={6} height={72} />} failed={text("inbox.failed")}>
        {({ entries }) =>
          entries.length === 0 && open === null ? (
            <EmptyState
              drawing={<InboxDrawing />}
              title={text(emptyTitle(address))}
              text={tab === "waiting" && !isNarrowed(address) ? text("inbox.empty.why") : undefined}
            />
          ) : (
            <Entries
              key={tab}
              entries={entries}
              address={address}
              onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
              reading={list.isFetchingNextPage}
            />
          )
        }
      </QueryBoundary>
    </div>
  );
}
