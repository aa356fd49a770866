import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { addDays, isDueSoon, isOverdue } from "../../../../shared/work/tasks/tasks.conditions.rules";
import { useFormat, useText } from "../../../platform/intl/useText";
import classes from "./DueDay.module.css";
import { useToday } from "../../../platform/today";

/** Shows a due date in red when overdue and in amber today and tomorrow, with a text for screen readers. */
export function DueDay({
  task,
  weekday = false,
}: {
  task: Pick<BoardTask, "due_date" | "progress">;
  weekday?: boolean;
}) {
  const text = useText();
  const { day } = useFormat();
  const today = useToday();
  const due = task.due_date;
  if (!due) return null;
  const near = due === today ? text("day.today") : due === addDays(today, 1) ? text("day.tomorrow") : null;
  const dayText = day(due, styleOf(due, today));
  const late = isOverdue(task, today);
  const tone = late ? "late" : isDueSoon(task, today) ? "soon" : undefined;
  return (
    <time dateTime={due} className={classes.due} data-tone={tone} title={day(due, "long")}>
      {weekday && near ? text("day.nearWithDate", { near, day: dayText }) : (near ?? dayText)}
      {late && <span className="sr-only">{text("task.late")}</span>}
    </time>
  );
}

export function TaskDay({ value }: { value: string }) {
  const { day } = useFormat();
  const today = useToday();
  return (
    <time dateTime={value} title={day(value, "long")}>
      {day(value, styleOf(value, today))}
    </time>
  );
}

const styleOf = (day: string, today: string) => (day.slice(0, 4) === today.slice(0, 4) ? "short" : "medium");
