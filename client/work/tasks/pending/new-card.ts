import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { type CardField, initialCard, type RecordNameOf } from "../../../../shared/work/tasks/tasks.field-lists";

export type NewTask = Partial<Pick<BoardTask, RecordNameOf<CardField>>> & {
  title: string;
};

/** Applies the default values of a place, such as a group or a filter. Tags are combined, other values of the task replace the default. */
export function withDefaults(defaults: Partial<NewTask>, task: NewTask): NewTask {
  const tagIds = [...new Set([...(defaults.tag_ids ?? []), ...(task.tag_ids ?? [])])];
  return { ...defaults, ...task, ...(tagIds.length > 0 && { tag_ids: tagIds }) };
}

/** Counter for temporary ids of tasks not yet created on the server. */
let lastTemporaryId = 0;

export function newCard(project_id: number, task_status_id: number, facts: NewTask): BoardTask {
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
