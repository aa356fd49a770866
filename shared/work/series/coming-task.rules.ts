import type { Board } from "../tasks/tasks.board";
import type { FilterableTask, FilterContext } from "../tasks/tasks.conditions.rules";
import { initialCard } from "../tasks/tasks.field-lists";
import { createTaskMatcher, type TaskFilter } from "../tasks/tasks.filter.rules";
import type { ComingDate, SeriesValues } from "./series.contract";

/** A date of a series with the values that its task will have. */
export type ComingTask = Pick<ComingDate, "start_date" | "due_date" | "creation_day"> & { values: SeriesValues };
export type ComingMatcher = (coming: ComingTask) => boolean;

type BoardParts = Pick<Board, "groups" | "columns" | "columnIds" | "fields">;

/**
 * Whether a filter matches the tasks that series of a project will create (docs/decisions/0047). Takes only parts of a board, so that its
 * tasks aren't kept in memory.
 */
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
  const columnOf = (id: number | null): number =>
    id !== null && columns[id] ? id : (columnIds.find((other) => columns[other]?.kind !== "done") ?? columnIds[0] ?? 0);
  return (coming) => {
    const { field_kinds: kinds, field_values: values, task_status_id: columnId } = coming.values;
    // Values of fields whose kind was changed since aren't copied to new tasks.
    const copied = new Set(fields.filter(({ id, kind }) => kinds[id] === kind).map(({ id }) => String(id)));
    return matches({
      ...comingTaskOf(coming),
      task_status_id: columnOf(columnId),
      field_values: Object.fromEntries(Object.entries(values).filter(([id]) => copied.has(id))),
    });
  };
}

/** The task that a series will create, for filters. It has no key yet. */
export function comingTaskOf({ values, start_date, due_date, creation_day }: ComingTask): FilterableTask {
  const { title, priority, complexity, estimate_minutes, user_ids, group_ids, tag_ids } = values;
  return {
    ...initialCard(),
    ...({ title, priority, complexity, estimate_minutes } as Partial<FilterableTask>),
    start_date,
    due_date,
    key: "",
    task_status_id: values.task_status_id ?? 0,
    user_ids,
    group_ids,
    tag_ids,
    field_values: values.field_values,
    spent_minutes: null,
    created_at: `${creation_day}T00:00:00.000Z`,
    reporter_id: values.owner_id,
  };
}
