import { useText } from "../../../platform/intl/useText";
import classes from "./TeamCalendar.module.css";

export function TeamLegend() {
  const text = useText();
  return (
    <span className={classes.legend}>
      <span data-state="booked">
        <i aria-hidden />
        {text("team.legend.booked")}
      </span>
      <span data-state="waiting">
        <i aria-hidden />
        {text("team.legend.waiting")}
      </span>
      <span data-state="free">
        <i aria-hidden />
        {text("team.legend.free")}
      </span>
      <span data-state="holiday">
        <i aria-hidden />
        {text("team.legend.holiday")}
      </span>
    </span>
  );
}
