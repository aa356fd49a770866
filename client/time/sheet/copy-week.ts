import { addDays } from "../../../shared/time/days.rules";
import type { TimeSheet } from "../../../shared/time/sheet.contract";
import { cellKey } from "../../../shared/time/suggestions.rules";
import { isLocked } from "../../../shared/time/week.workflow";

/**
 * What was written down seven days before each of these days, where nothing stands yet, the day is open, and it isn't
 * still to come.
 */
export function copiesOf(sheet: TimeSheet, before: TimeSheet) {
  const taken = new Set(sheet.entries.map((entry) => cellKey(entry.task_id, entry.date)));
  const open = new Set(
    sheet.days.filter((day) => !isLocked(day.state) && day.date <= sheet.today).map((day) => day.date),
  );
  const loggable = new Set(before.tasks.filter((task) => task.can.log).map((task) => task.id));
  return before.entries.flatMap(({ task_id, date, hours, minutes }) => {
    const to = addDays(date, 7);
    return open.has(to) && loggable.has(task_id) && !taken.has(cellKey(task_id, to))
      ? [{ task_id, date: to, hours, minutes }]
      : [];
  });
}
