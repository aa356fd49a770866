import { addDays } from "../../shared/tasks/tasks.filter.rules";

interface Due {
  due_date: string | null;
}

/** How many are late, and how many are due within seven days, today included. */
export function dueCounts(tasks: readonly Due[], today: string): { overdue: number; week: number } {
  const last = addDays(today, 6);
  const dated = tasks.flatMap(({ due_date }) => due_date ?? []);
  return {
    overdue: dated.filter((day) => day < today).length,
    week: dated.filter((day) => day >= today && day <= last).length,
  };
}
