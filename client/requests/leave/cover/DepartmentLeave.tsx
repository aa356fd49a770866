import { addDays } from "../../../../shared/kernel/days";
import { listTeamLeave } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import classes from "../../../people/departments/departments.module.css";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useCan, useHasFeature } from "../../../platform/session";
import { useToday } from "../../../platform/today";
import { Panel } from "../../../ui/Panel";
import { Avatar } from "../../../ui/signs/Avatar";
import { TruncatedName } from "../../../ui/signs/TruncatedName";
import { FailedReads } from "../../../ui/states/FailedReads";
import { useLeaveTexts } from "../types/useLeaveTexts";

export function DepartmentLeave({ departmentId }: { departmentId: number }) {
  const may = useCan()("leave-request-list");
  const has = useHasFeature()("leave_management");
  return may && has ? <Leave id={departmentId} /> : null;
}

function Leave({ id }: { id: number }) {
  const text = useText();
  const { datesOf } = useLeaveTexts();
  const month = useToday().slice(0, 7);
  const from = `${month}-01`;
  const next = addDays(from, 31);
  const to = addDays(`${next.slice(0, 7)}-01`, -1);
  const query = useEndpoint(listTeamLeave, { query: { from, to, department_id: id, per_page: 200 } });
  const people = query.data?.data.people;
  const away = people?.flatMap(({ person, leaves }) => leaves.map((leave) => ({ person, leave }))) ?? [];
  if (!people || away.length === 0) return <FailedReads reads={[query]} />;
  return (
    <Panel title={text("department.leave")}>
      <ul className={classes.rows}>
        {away.map(({ person, leave }) => (
          <li key={`${person.id} ${leave.start_date}`}>
            <Avatar person={person} size={24} hasVisibleName />
            <TruncatedName>{person.fullname}</TruncatedName>
            <small>
              {datesOf(leave)}
              {leave.state === "waiting" && ` · ${text("department.leave.waiting")}`}
            </small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
