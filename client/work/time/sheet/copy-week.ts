import { addDays } from "../../../../shared/kernel/days";
import type { TimeSheet } from "../../../../shared/work/time/sheet.contract";
import { cellKey } from "../../../../shared/work/time/suggestions.rules";
import { isWeekLocked } from "../../../../shared/work/time/week.workflow";

/** Entries from seven days earlier, for empty cells on days that are open and not in the future. */
export function copyableEntries(sheet: TimeSheet, before: TimeSheet) {
  const filledCells = new Set(sheet.entries.map((entry) => cellKey(entry.task_id, entry.date)));
  const open = new Set(
    sheet.days.filter((day) => !isWeekLocked(day.state) && day.date <= sheet.today).map((day) => day.date),
  );
  const loggable = new Set(before.tasks.filter((task) => task.can.log).map((task) => task.id));
  return before.entries.flatMap(({ task_id, date, hours, minutes }) => {
    const to = addDays(date, 7);
    return open.has(to) && loggable.has(task_id) && !filledCells.has(cellKey(task_id, to))
      ? [{ task_id, date: to, hours, minutes }]
      : [];
  });
}
