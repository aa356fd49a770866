import type { Condition, ConditionField } from "../tasks/tasks.conditions.rules";
import { initialCard } from "../tasks/tasks.field-lists";
import { conditionsOf, createTaskMatcher, filterOf, type TaskFilter } from "../tasks/tasks.filter.rules";
import type { WorkTask } from "./my-work.contract";

/** Fields that my work can be filtered by: those of its tasks. The server filters by state. */
export const workConditionFields = [
  "priority",
  "start_date",
  "due_date",
  "progress",
  "tags",
  "created_at",
] as const satisfies ConditionField[];

/** Matcher of the filter in the address, without conditions on fields that my work doesn't have. */
export function createWorkMatcher({ text, ...filter }: TaskFilter, today: string, firstDay: number) {
  const isKnown = ({ field }: Condition) => workConditionFields.some((one) => one === field);
  const { all, any } = conditionsOf({ ...filter, text });
  const groups = any.map((group) => group.filter(isKnown)).filter((group) => group.length > 0);
  const nothing = () => undefined;
  const context = { today, firstDay, peopleOf: () => [], kindOf: nothing, progressOf: nothing };
  const matches = createTaskMatcher(filterOf(text, { all: all.filter(isKnown), any: groups }), context);
  const missing = { ...initialCard(), task_status_id: 0, spent_minutes: null, reporter_id: null };
  return (task: WorkTask) => matches({ ...missing, ...task });
}
