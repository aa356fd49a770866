import { IconPlaneDeparture } from "@tabler/icons-react";
import { daysBetween } from "../../platform/intl/formats";
import { useFormat, useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import type { Employee } from "./list/useEmployees";
import classes from "./EmployeeBadges.module.css";

export function EmployeeBadges({ employee }: { employee: Employee }) {
  const text = useText();
  const { day } = useFormat();
  const { away_until: away, external, active, date_of_joining: joined } = employee;
  const last = employee.last_day ?? employee.leaves_on;
  return (
    <>
      {external && <span className={classes.sign}>{text("people.external")}</span>}
      {active === false && <span className={classes.sign}>{text("people.inactive")}</span>}
      {active && !last && joined && <Joined on={joined} />}
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

const newDays = 7;

function Joined({ on }: { on: string }) {
  const text = useText();
  const { day, relativeDay } = useFormat();
  const now = useNow();
  const days = daysBetween(on, now);
  if (days < -newDays) return null;
  return (
    <span className={classes.sign} data-tone="new">
      {text(days > 0 ? "people.joins" : "people.joined", { when: days > newDays ? day(on) : relativeDay(on, now) })}
    </span>
  );
}
