import type { BodyOf } from "../../../../shared/kernel/endpoint";
import type { BoardTask, createTask } from "../../../../shared/work/tasks/tasks.contract";
import { type CardField, initialCard, type RecordNameOf } from "../../../../shared/work/tasks/tasks.field-lists";

export type NewTask = Partial<Pick<BoardTask, RecordNameOf<CardField> | "field_values">> & {
  title: string;
  /** The template that fills what isn't given. */
  template?: BodyOf<typeof createTask>["template"];
};

/**
 * Applies the default values of a place, such as a group or a filter. Tags and values of the project's fields are combined, other values of
 * the task replace the default.
 */
export function withDefaults(defaults: Partial<NewTask>, task: NewTask): NewTask {
  const tagIds = [...new Set([...(defaults.tag_ids ?? []), ...(task.tag_ids ?? [])])];
  const fieldValues = { ...defaults.field_values, ...task.field_values };
  return {
    ...defaults,
    ...task,
    ...(tagIds.length > 0 && { tag_ids: tagIds }),
    ...(Object.keys(fieldValues).length > 0 && { field_values: fieldValues }),
  };
}

/** Counter for temporary ids of tasks not yet created on the server. */
let lastTemporaryId = 0;

export function newCard(project_id: number, task_status_id: number, { template: _, ...facts }: NewTask): BoardTask {
  return {
    id: --lastTemporaryId,
    project_id,
    task_status_id,
    key: "",
    ...initialCard(),
    rank: "",
    version: 0,
    spent_minutes: 0,
    cover_url: null,
    created_at: new Date().toISOString(),
    reporter_id: null,
    series_id: null,
    comment_count: 0,
    attachment_count: 0,
    subtask_count: 0,
    subtask_done_count: 0,
    ...facts,
  };
}
