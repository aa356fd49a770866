import { MoreRequests } from "../../../../approvals/approvals/list/RequestList";
import { paths } from "../../../../platform/paths";
import { useText } from "../../../../platform/intl/useText";
import { useCan } from "../../../../platform/session";
import { ErrorState } from "../../../../ui/states/ErrorState";
import { CreateLink } from "../../../../ui/CreateLink";
import { PageHead } from "../../../../ui/PageHead";
import { SkeletonRows } from "../../../../ui/states/Skeleton";
import { LeaveBalances } from "../../ledger/LeaveBalances";
import { LeaveFilters } from "./LeaveFilters";
import { LeaveTabs } from "../../types/LeaveTabs";
import classes from "../../types/leave.module.css";
import { useLeaveFilter } from "./leave-filters";
import { LeaveTable } from "./LeaveTable";
import { useLeaveList } from "./useLeaveList";
import { YearCalendar } from "../../calendar/YearCalendar";

export function LeaveRequests() {
  const text = useText();
  const can = useCan();
  const address = useLeaveFilter();
  const { filter, narrowed } = address;
  const list = useLeaveList(filter);
  const rows = list.data?.pages.flatMap((page) => page.data);
  return (
    <>
      <PageHead title={text("title.leave")} tabs={<LeaveTabs tab="requests" />}>
        {can("leave-request-create") && <CreateLink to={paths.leave("create")}>{text("leave.new")}</CreateLink>}
      </PageHead>
      <LeaveFilters {...address} />
      <div className={classes.page} data-above-toasts>
        {filter.scope === "mine" && <LeaveBalances />}
        <div className={filter.scope === "mine" ? classes.beside : undefined}>
          <div className={classes.list}>
            {rows ? (
              <LeaveTable rows={rows} scope={filter.scope} narrowed={narrowed} />
            ) : list.error ? (
              <ErrorState error={list.error} title={text("leave.failed")} onRetry={() => void list.refetch()} />
            ) : (
              <SkeletonRows rows={6} />
            )}
            <MoreRequests query={list} />
          </div>
          {filter.scope === "mine" && <YearCalendar />}
        </div>
      </div>
    </>
  );
}
