import { Link } from "react-router-dom";
import { type LeaveType, listLeaveTypes } from "../../../../shared/requests/leave/types/types.contract";
import { paths } from "../../../platform/paths";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useCan } from "../../../platform/session";
import { EmptyState } from "../../../ui/states/EmptyState";
import { CreateLink } from "../../../ui/CreateLink";
import { PageHead } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { Table } from "../../../ui/Table";
import { LeaveIcon } from "./LeaveIcon";
import { LeaveTabs } from "./LeaveTabs";
import { useLeaveTexts } from "./useLeaveTexts";
import classes from "./LeaveTypes.module.css";
import { useLeaveTypeTexts } from "./useLeaveTypeTexts";

export function LeaveTypes() {
  const text = useText();
  const can = useCan();
  const query = useEndpoint(listLeaveTypes);
  const add = can("leave-type-edit") && <CreateLink to={paths.leaveType("create")}>{text("leaveType.new")}</CreateLink>;
  return (
    <>
      <PageHead title={text("title.leave")} tabs={<LeaveTabs tab="types" />}>
        {add}
      </PageHead>
      <div className={classes.page}>
        <QueryBoundary query={query} loading={<SkeletonRows rows={5} />} failed={text("leaveType.failed")}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState title={text("leaveType.none")} text={text("leaveType.none.why")} action={add || undefined} />
            ) : (
              <TypeTable types={data} />
            )
          }
        </QueryBoundary>
      </div>
    </>
  );
}

function TypeTable({ types }: { types: readonly LeaveType[] }) {
  const text = useText();
  return (
    <Panel>
      <Table className={classes.table} aria-label={text("leave.tab.types")}>
        <thead>
          <tr>
            <th>{text("leaveType.name")}</th>
            <th className={classes.end}>{text("leaveType.days")}</th>
            <th>{text("leaveType.counting")}</th>
            <th>{text("leaveType.rules")}</th>
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <Row key={type.id} type={type} />
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function Row({ type }: { type: LeaveType }) {
  const text = useText();
  const { figureOf } = useLeaveTexts();
  const { rulesOf } = useLeaveTypeTexts();
  const nameOf = useNameOf();
  const { days_female: female, days_male: male, gender } = type;
  const days = gender === "female" ? female : male;
  return (
    <tr data-archived={!type.active || undefined}>
      <th scope="row">
        <span className={classes.name}>
          <LeaveIcon icon={type.icon} />
          <Link to={paths.leaveType(type.can.edit ? "edit" : "view", type.id)}>
            <bdi>{nameOf(type)}</bdi>
          </Link>
          {!type.active && <span className={classes.archived}>{text("leaveType.archived")}</span>}
        </span>
      </th>
      <td className={classes.end}>
        {gender === null && female !== male
          ? text("leaveType.daysOfBoth", { female: figureOf(female, type.unit), male: figureOf(male, type.unit) })
          : figureOf(days, type.unit)}
      </td>
      <td>{text(`leaveType.counting.${type.counting}`)}</td>
      <td className={classes.rules}>{rulesOf(type)}</td>
    </tr>
  );
}
