import type { Board } from "../../../shared/work/tasks/tasks.board";
import { createTaskMatcher, type TaskFilter } from "../../../shared/work/tasks/tasks.filter.rules";
import type { FilterableTask, FilterContext } from "../../../shared/work/tasks/tasks.conditions.rules";
import { initialCard } from "../../../shared/work/tasks/tasks.field-lists";
import type { ComingOccurrence } from "../series/series.dates";

/** The task that a series will create, for filters. It has no key yet. */
export function comingTaskOf({ series, start_date, due_date, creation_day }: ComingOccurrence): FilterableTask {
  const { title, priority, complexity, estimate_minutes, users, groups, tags, field_values } = series.template;
  const values = { title, priority, complexity, estimate_minutes, start_date, due_date } as Partial<FilterableTask>;
  return {
    ...initialCard(),
    ...values,
    key: "",
    task_status_id: series.task_status_id ?? 0,
    user_ids: users,
    group_ids: groups,
    tag_ids: tags,
    field_values: field_values as FilterableTask["field_values"],
    spent_minutes: null,
    created_at: `${creation_day}T00:00:00.000Z`,
    reporter_id: series.owner_id,
  };
}

export type ComingMatcher = (occurrence: ComingOccurrence) => boolean;

type BoardParts = Pick<Board, "groups" | "columns" | "columnIds" | "fields">;

/** Takes only parts of a board, so that its tasks aren't kept in memory. */
export function createComingMatcher(
  filter: TaskFilter,
  dates: Pick<FilterContext, "today" | "firstDay" | "startOfDay" | "me">,
  { groups, columns, columnIds, fields }: BoardParts,
): ComingMatcher {
  const matches = createTaskMatcher(filter, {
    ...dates,
    peopleOf: (id) => groups[id]?.users ?? [],
    kindOf: (id) => columns[id]?.kind,
    progressOf: () => undefined,
    fields,
  });
  /** A series without a column, or whose column was deleted, creates its tasks in the first one that isn't for completed tasks. */
  const columnOf = (id: number) =>
    columns[id] ? id : (columnIds.find((other) => columns[other]?.kind !== "done") ?? columnIds[0] ?? 0);
  return (occurrence) => {
    const task = comingTaskOf(occurrence);
    const kinds = occurrence.series.template.field_kinds;
    // Values of fields whose kind was changed since aren't copied to new tasks.
    const copied = fields.filter(({ id, kind }) => kinds[id] === kind).map(({ id }) => String(id));
    const field_values = Object.fromEntries(Object.entries(task.field_values).filter(([id]) => copied.includes(id)));
    return matches({ ...task, task_status_id: columnOf(task.task_status_id), field_values });
  };
}
