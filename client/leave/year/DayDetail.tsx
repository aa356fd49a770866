import { Link } from "react-router-dom";
import { paths } from "../../platform/paths";
import { useNameOf } from "../../platform/intl/useNameOf";
import { useFormat, useText } from "../../platform/intl/useText";
import { useCan } from "../../platform/session";
import { useToday } from "../../platform/today";
import { useDayWords } from "./useDayWords";
import classes from "./YearCalendar.module.css";
import type { YearDay } from "./year-days";

/** Whether one can ask for leave from a day on: a day of work that isn't over and on which one is there. */
export function useMayAskFrom(): (day: YearDay) => boolean {
  const can = useCan();
  const today = useToday();
  return ({ date, off, leave }) => can("leave-request-create") && date >= today && off === null && leave.length === 0;
}

/** What there is to the day that was chosen, and what can be done with it. */
export function DayDetail({ day }: { day: YearDay }) {
  const text = useText();
  const { day: dayText } = useFormat();
  const { leaveWords } = useDayWords();
  const nameOf = useNameOf();
  const mayAsk = useMayAskFrom();
  const { date, off, holiday, leave } = day;
  return (
    <div className={classes.detail}>
      <strong>{dayText(date, "long")}</strong>
      {holiday !== null && <bdi>{nameOf(holiday)}</bdi>}
      {off === "weekend" && <span>{text("leave.weekend")}</span>}
      {leave.map((one) => (
        <Link key={one.leave.id} to={paths.leave("view", one.leave.id)}>
          {leaveWords(one)}
        </Link>
      ))}
      {mayAsk(day) && <Link to={paths.leaveFrom(date)}>{text("leaveYear.ask")}</Link>}
    </div>
  );
}
