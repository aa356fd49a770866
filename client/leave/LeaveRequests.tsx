import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import { type Leave, listLeave } from "../../shared/leave/leave.contract";
import { grantedLeave } from "../../shared/leave/leave.workflow";
import { MoreRequests, RequestRows } from "../approvals/list/RequestList";
import type { RequestScope } from "../approvals/list/useRequestFilter";
import { paths } from "../platform/paths";
import { call } from "../platform/api";
import { useNameOf } from "../platform/intl/useNameOf";
import { useText } from "../platform/intl/useText";
import { useCan } from "../platform/session";
import { useToday } from "../platform/today";
import { Avatar } from "../ui/signs/Avatar";
import { EmptyState } from "../ui/states/EmptyState";
import { ErrorState } from "../ui/states/ErrorState";
import { PageHead } from "../ui/PageHead";
import { SkeletonRows } from "../ui/states/Skeleton";
import { LeaveBalances } from "./balances/LeaveBalances";
import { LeaveFilters } from "./LeaveFilters";
import { LeaveSign } from "./LeaveSign";
import { LeaveStatus } from "./LeaveStatus";
import { LeaveTabs } from "./LeaveTabs";
import classes from "./leave.module.css";
import { type LeaveFilter, useLeaveFilter } from "./leave-filters";
import { useLeaveWords } from "./useLeaveWords";
import { YearCalendar } from "./year/YearCalendar";

type Page = ReplyOf<typeof listLeave>;
const pageSize = 50;

/** One page after the other, each from where the last one ended. */
function useLeaveList({ scope, status, type, user, department, from, to }: LeaveFilter) {
  const query = {
    scope,
    status: status ?? undefined,
    leave_type_id: type ?? undefined,
    user_id: user ?? undefined,
    department_id: department ?? undefined,
    from: from ?? undefined,
    to: to ?? undefined,
    per_page: pageSize,
  };
  return useInfiniteQuery({
    queryKey: [listLeave.path, {}, query],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      call(listLeave, { query: { ...query, before: pageParam ?? undefined }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (last: Page) => last.meta.next,
    placeholderData: (before) => before,
  });
}

/** One's own leave with what is left of it; for those who lead, their people's; for HR, everyone's. */
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
        {can("leave-request-create") && (
          <Button
            component={Link}
            to={paths.leave("create")}
            variant="filled"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          >
            {text("leave.new")}
          </Button>
        )}
      </PageHead>
      <LeaveFilters {...address} />
      <div className={classes.page}>
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

/** Approved leave that comes next, or goes on today. */
function nextOf(rows: readonly Leave[], today: string): number | null {
  const ahead = rows.filter(({ status, end_date }) => grantedLeave.some((one) => one === status) && end_date >= today);
  return ahead.toSorted((a, b) => a.start_date.localeCompare(b.start_date))[0]?.id ?? null;
}

function LeaveTable({ rows, scope, narrowed }: { rows: readonly Leave[]; scope: RequestScope; narrowed: boolean }) {
  const text = useText();
  const { daysOf, datesOf } = useLeaveWords();
  const nameOf = useNameOf();
  const today = useToday();
  if (rows.length === 0) {
    return (
      <EmptyState
        title={text(narrowed ? "leave.noneSuch" : "leave.none")}
        text={narrowed ? undefined : text("leave.none.why")}
      />
    );
  }
  const next = scope === "mine" ? nextOf(rows, today) : null;
  return (
    <RequestRows layout={classes.rows}>
      <li className={classes.titles} aria-hidden>
        <span />
        <span>{text(scope === "mine" ? "leave.col.type" : "leave.col.person")}</span>
        <span>{text("leave.dates")}</span>
        <span>{text("leave.col.days")}</span>
        <span>{text("leave.statusLabel")}</span>
      </li>
      {rows.map((leave) => (
        <li key={leave.id}>
          <Link to={paths.leave(leave.status === "draft" ? "edit" : "view", leave.id)}>
            {scope === "mine" ? (
              <LeaveSign icon={leave.leave_type.icon} />
            ) : (
              <Avatar person={leave.requester} size={24} named />
            )}
            <span className={classes.what}>
              {scope !== "mine" && <bdi>{leave.requester.fullname}</bdi>}
              <bdi className={scope === "mine" ? undefined : classes.quiet}>{nameOf(leave.leave_type)}</bdi>
            </span>
            <span className={classes.dates}>
              {datesOf(leave)}
              {leave.id === next && <small className={classes.next}>{text("leave.next")}</small>}
            </span>
            <span className={classes.days}>{daysOf(leave.days)}</span>
            <span className={classes.state}>
              <LeaveStatus status={leave.status} />
            </span>
          </Link>
        </li>
      ))}
    </RequestRows>
  );
}
