import { addDays } from "../../../shared/work/tasks/tasks.conditions.rules";

interface Due {
  due_date: string | null;
}

export function countDueTasks(tasks: readonly Due[], today: string): { overdue: number; week: number } {
  const last = addDays(today, 6);
  const dated = tasks.flatMap(({ due_date }) => due_date ?? []);
  return {
    overdue: dated.filter((day) => day < today).length,
    week: dated.filter((day) => day >= today && day <= last).length,
  };
}
