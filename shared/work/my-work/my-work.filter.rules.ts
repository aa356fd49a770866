import type { Condition, ConditionField, FilterContext } from "../tasks/tasks.conditions.rules";
import { initialCard } from "../tasks/tasks.field-lists";
import { conditionsOf, createTaskMatcher, filterOf, type TaskFilter } from "../tasks/tasks.filter.rules";
import type { WorkTask } from "./my-work.contract";

/** Task fields by which My Work can be filtered. The server filters by state. */
export const workConditionFields = [
  "priority",
  "start_date",
  "due_date",
  "progress",
  "tags",
  "created_at",
] as const satisfies ConditionField[];

type WorkFilterField = "key" | "title" | "priority" | "start_date" | "due_date" | "progress" | "tag_ids" | "created_at";

/** Creates a matcher for the filter in the address, ignoring conditions on fields that My Work doesn't have. */
export function createWorkMatcher(
  { text, ...filter }: TaskFilter,
  dates: Pick<FilterContext, "today" | "firstDay" | "startOfDay">,
) {
  const isKnown = ({ field }: Condition) => workConditionFields.some((one) => one === field);
  const { all, any: anyGroups } = conditionsOf({ ...filter, text });
  const groups = anyGroups.map((group) => group.filter(isKnown)).filter((group) => group.length > 0);
  const nothing = () => undefined;
  const context = { ...dates, me: 0, peopleOf: () => [], kindOf: nothing, progressOf: nothing, fields: [] };
  const matches = createTaskMatcher(filterOf(text, { all: all.filter(isKnown), any: groups }), context);
  const missing = { ...initialCard(), task_status_id: 0, spent_minutes: null, reporter_id: null };
  return (task: Pick<WorkTask, WorkFilterField>) => matches({ ...missing, ...task });
}
