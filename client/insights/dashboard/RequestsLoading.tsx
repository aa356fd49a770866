import { useText } from "../../platform/intl/useText";
import { useIsPhoneWidth } from "../../platform/useIsPhoneWidth";
import { Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { useHasInbox, useInboxCounts } from "../../approvals/inbox/useWaitingCount";

export const maxShownRequests = 5;

/** Has about the height of the rows that replace it, so that the panels below don't move. */
export function RequestRowsLoading({ tab, count }: { tab: "waiting" | "sent"; count: number }) {
  const phone = useIsPhoneWidth();
  if (count === 0) return <SkeletonRows rows={1} height={114} />;
  const height = tab === "waiting" ? (phone ? 132 : 66) : 90;
  return <SkeletonRows rows={Math.min(count, maxShownRequests)} height={height} />;
}

/** Placeholder for the panels until their code has loaded. */
export function RequestPanelsLoading() {
  const text = useText();
  const { waiting, sent } = useInboxCounts();
  const decides = useHasInbox();
  return (
    <>
      {decides && (
        <Panel title={text("dashboard.waiting")}>
          <RequestRowsLoading tab="waiting" count={waiting} />
        </Panel>
      )}
      <Panel title={text("dashboard.requests")}>
        <RequestRowsLoading tab="sent" count={sent} />
      </Panel>
    </>
  );
}
