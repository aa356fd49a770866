import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import type { listTeamLeave } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import classes from "./Notes.module.css";

export function CoverShortfall({ team }: { team: ReplyOf<typeof listTeamLeave>["data"] }) {
  const text = useText();
  const { day, list, number } = useFormat();
  const affectedDepartments = team.departments.flatMap((department) => {
    const days = team.below.filter((one) => one.department_id === department.id);
    return days.length === 0 ? [] : [{ department, days }];
  });
  return affectedDepartments.map(({ department, days }) => (
    <div key={department.id} className={classes.warning} style={{ marginBlockStart: "var(--s3)" }}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <p>
        <strong>
          {text("team.below", {
            department: department.name,
            minimum: number(department.minimum_present ?? 0),
            count: days.length,
          })}
        </strong>{" "}
        {list(days.map(({ date, present }) => text("team.belowDay", { day: day(date), present: number(present) })))}
      </p>
    </div>
  ));
}
