import { Button, SegmentedControl, Select } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { cancelLeave, type Leave, listLeave, readLeave } from "../../shared/leave/leave.contract";
import { type LeaveStatus as Status, leaveStatuses } from "../../shared/leave/leave.workflow";
import { paths } from "../app/paths";
import { useFormat, useText } from "../platform/intl/useText";
import { useAction, useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { Avatar } from "../ui/Avatar";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { EmptyState } from "../ui/EmptyState";
import { PageHead, Toolbar } from "../ui/PageHead";
import { QueryBoundary } from "../ui/QueryBoundary";
import { SkeletonRows } from "../ui/Skeleton";
import { useState } from "react";
import { LeaveBalances } from "./LeaveBalances";
import { LeaveDecision } from "./LeaveDecision";
import { LeaveForm } from "./LeaveForm";
import { LeaveSign } from "./LeaveSign";
import { LeaveStatus } from "./LeaveStatus";
import { LeaveTabs, useLeaveTab } from "./LeaveTabs";
import { LeaveTypes } from "./LeaveTypes";
import classes from "./leave.module.css";
import { useLeaveWords } from "./useLeaveWords";

const scopes = ["mine", "team", "all"] as const;
type Scope = (typeof scopes)[number];

/** What is asked for, and beside it what is settled about leave. */
export function LeaveListPage() {
  const tab = useLeaveTab();
  if (tab === "types") return <LeaveTypes />;
  return <LeaveRequests />;
}

/** One's own leave with what is left of it; for those who lead, their people's; for HR, everyone's. */
function LeaveRequests() {
  const text = useText();
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const scope = scopes.find((one) => one === search.get("scope")) ?? "mine";
  const status = leaveStatuses.find((one) => one === search.get("status")) ?? null;
  const query = useEndpoint(
    listLeave,
    { query: { scope, status: status ?? "", per_page: 100 } },
    { placeholderData: keepPreviousData },
  );
  const set = (name: string, value: string | null) =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    });
  const offered = scopes.filter(
    (one) => one === "mine" || can("leave-request-hr-approve") || (one === "team" && can("leave-request-approve")),
  );
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
      <Toolbar>
        {offered.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={text("leave.scope")}
            value={scope}
            onChange={(value) => set("scope", value === "mine" ? null : value)}
            data={offered.map((one) => ({ value: one, label: text(`leave.scope.${one}`) }))}
          />
        )}
        <Select
          size="xs"
          clearable
          aria-label={text("leave.statusLabel")}
          placeholder={text("leave.anyStatus")}
          value={status}
          onChange={(value) => set("status", value)}
          data={leaveStatuses
            .filter((one) => one !== "pending")
            .map((one) => ({ value: one, label: text(`leave.status.${one}`) }))}
        />
      </Toolbar>
      <div className={classes.page}>
        {scope === "mine" && <LeaveBalances />}
        <QueryBoundary query={query} loading={<SkeletonRows rows={6} />} failed={text("leave.failed")}>
          {({ data }) => <LeaveTable rows={data} scope={scope} status={status} />}
        </QueryBoundary>
      </div>
    </>
  );
}

function LeaveTable({ rows, scope, status }: { rows: readonly Leave[]; scope: Scope; status: Status | null }) {
  const text = useText();
  const { daysOf, datesOf } = useLeaveWords();
  if (rows.length === 0) {
    return (
      <EmptyState
        title={text(status ? "leave.noneSuch" : "leave.none")}
        text={status ? undefined : text("leave.none.why")}
      />
    );
  }
  return (
    <ul className={classes.rows}>
      {rows.map((leave) => (
        <li key={leave.id}>
          <Link to={paths.leave("view", leave.id)}>
            {scope === "mine" ? (
              <LeaveSign icon={leave.leave_type.icon} />
            ) : (
              <Avatar person={leave.requester} size={24} named />
            )}
            <span className={classes.what}>
              {scope !== "mine" && <bdi>{leave.requester.fullname}</bdi>}
              <bdi className={scope === "mine" ? undefined : classes.quiet}>{leave.leave_type.name}</bdi>
            </span>
            <span className={classes.dates}>{datesOf(leave)}</span>
            <span className={classes.days}>{daysOf(leave.days)}</span>
            <span className={classes.state}>
              <LeaveStatus status={leave.status} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** `/leaves/create`, `/leaves/view/7`, `/leaves/edit/7`. */
export function LeavePage() {
  const { mode, id } = useParams();
  return mode === "create" ? <LeaveForm leave={null} /> : <OneLeave id={Number(id)} editing={mode === "edit"} />;
}

function OneLeave({ id, editing }: { id: number; editing: boolean }) {
  const text = useText();
  const { time } = useFormat();
  const query = useEndpoint(readLeave, { params: { id } });
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const cancel = useAction(cancelLeave, { onSuccess: () => setAsking(false) });
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={6} height={48} />} failed={text("leave.failed")}>
      {({ data: leave }) =>
        editing && leave.can.edit ? (
          <LeaveForm leave={leave} />
        ) : (
          <div className={classes.one}>
            <PageHead
              title={text("title.leave")}
              sub={leave.sent_at && text("leave.sentAt", { at: time(leave.sent_at) })}
            >
              {leave.can.cancel && <Button onClick={() => setAsking(true)}>{text("leave.takeBack")}</Button>}
              {leave.can.edit && (
                <Button variant="filled" onClick={() => navigate(paths.leave("edit", id))}>
                  {text("leave.change")}
                </Button>
              )}
            </PageHead>
            <LeaveDecision id={id} onDecided={() => undefined} />
            <ConfirmDialog
              opened={asking}
              title={text("leave.takeBack.title")}
              confirmLabel={text("leave.takeBack")}
              pending={cancel.isPending}
              onConfirm={() => cancel.mutate({ params: { id }, body: { version: leave.version } })}
              onClose={() => setAsking(false)}
            >
              {text("leave.takeBack.why")}
            </ConfirmDialog>
          </div>
        )
      }
    </QueryBoundary>
  );
}
