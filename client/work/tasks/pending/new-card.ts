import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { type CardField, initialCard, type RecordNameOf } from "../../../../shared/work/tasks/tasks.field-lists";

export type NewTask = Partial<Pick<BoardTask, RecordNameOf<CardField>>> & {
  title: string;
};

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
    comment_count: 0,
    attachment_count: 0,
    subtask_count: 0,
    subtask_done_count: 0,
    ...facts,
  };
}
