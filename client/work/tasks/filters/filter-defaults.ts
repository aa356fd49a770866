import { choiceFields, parseChoice } from "../../../../shared/work/tasks/tasks.field-lists";
import { currentUserId } from "../../../../shared/work/tasks/tasks.conditions.rules";
import { conditionsOf, type TaskFilter } from "../../../../shared/work/tasks/tasks.filter.rules";
import type { NewTask } from "../pending/new-card";

/** Initial values of a task added under a filter: those of conditions that allow a single value, so that the task matches them. */
export function filterDefaults(filter: TaskFilter, { today, me }: { today: string; me: number }): Partial<NewTask> {
  const defaults: Partial<NewTask> = {};
  for (const { field, is, values } of conditionsOf(filter).all) {
    const [value = "", ...others] = values;
    const id = Number(value);
    const choice = choiceFields.find((name) => name === field);
    if (field === "due_date" && is === "today") defaults.due_date = today;
    else if (is !== "is" || others.length > 0) continue;
    else if (choice) Object.assign(defaults, { [choice]: parseChoice(choice, value) });
    else if (field === "users" && id === currentUserId) defaults.user_ids = [me];
    else if (field === "users" && id > 0) defaults.user_ids = [id];
    else if (field === "tags" && id > 0) defaults.tag_ids = [id];
  }
  return defaults;
}
