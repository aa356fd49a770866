import { MoreRequests } from "../../../../approvals/approvals/list/RequestList";
import { useText } from "../../../../platform/intl/useText";
import { useCan, useCurrentUser } from "../../../../platform/session";
import { ErrorState } from "../../../../ui/states/ErrorState";
import { SkeletonRows } from "../../../../ui/states/Skeleton";
import { PersonLeave } from "../../ledger/PersonLeave";
import type { ManagerChain } from "../../ledger/useCanSeeLeave";
import classes from "../../types/leave.module.css";
import { LeaveTable } from "./LeaveTable";
import { useLeaveList } from "./useLeaveList";

const noFilter = { status: null, type: null, department: null, from: null, to: null } as const;

export function PersonLeaveTab({ userId, managers }: { userId: number; managers: ManagerChain }) {
  const text = useText();
  const own = useCurrentUser().id === userId;
  const all = useCan()("leave-request-hr-approve");
  const list = useLeaveList({ ...noFilter, scope: own ? "mine" : all ? "all" : "team", user: own ? null : userId });
  const rows = list.data?.pages.flatMap((page) => page.data);
  return (
    <div className={classes.beside}>
      <section className={classes.list} aria-label={text("title.leave")}>
        {rows ? (
          <LeaveTable rows={rows} scope="mine" narrowed={false} />
        ) : list.error ? (
          <ErrorState error={list.error} title={text("leave.failed")} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows rows={6} />
        )}
        <MoreRequests query={list} />
      </section>
      <PersonLeave userId={userId} managers={managers} />
    </div>
  );
}
