import { IconPlaneDeparture } from "@tabler/icons-react";
import { useFormat, useText } from "../platform/intl/useText";
import type { Employee } from "./list/useEmployees";
import classes from "./EmployeeSigns.module.css";

/** What one should know beside a name: away, from outside, not here any more, on the way out. */
export function EmployeeSigns({ employee }: { employee: Employee }) {
  const text = useText();
  const { day } = useFormat();
  const { away_until: away, external, active } = employee;
  const last = employee.last_day ?? employee.leaves_on;
  return (
    <>
      {external && <span className={classes.sign}>{text("people.external")}</span>}
      {active === false && <span className={classes.sign}>{text("people.inactive")}</span>}
      {active && last && <span className={classes.sign}>{text("people.leavesOn", { day: day(last) })}</span>}
      {away && (
        <span className={classes.sign} data-tone="away">
          <IconPlaneDeparture size={14} stroke={1.75} aria-hidden />
          {text("people.awayUntil", { day: day(away) })}
        </span>
      )}
    </>
  );
}
