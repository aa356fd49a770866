import type { DomainEvent } from "../../kernel/events";
import type { TaskDetail } from "./task-detail.contract";
import { taskTallyOf } from "./tasks.board-events";
import type { Subtask } from "./subtasks.contract";
import type { SubtaskEvents } from "./subtasks.events";

type SubtaskEvent = Extract<DomainEvent, { type: keyof SubtaskEvents }>;

export function applySubtaskEvent(detail: TaskDetail, event: SubtaskEvent): TaskDetail {
  if (event.data.task_id !== detail.id) return detail;
  switch (event.type) {
    case "subtask.created": {
      const { data } = event;
      const others = detail.subtasks.filter((one) => one.id !== data.id);
      return { ...detail, ...taskTallyOf(data.task), subtasks: [...others, pickSubtask(data)] };
    }
    case "subtask.updated": {
      const { data } = event;
      const subtasks = detail.subtasks.map((one) => (one.id === data.id ? pickSubtask(data) : one));
      return { ...detail, ...taskTallyOf(data.task), subtasks };
    }
    case "subtask.deleted": {
      const { data } = event;
      return { ...detail, ...taskTallyOf(data.task), subtasks: detail.subtasks.filter((one) => one.id !== data.id) };
    }
    case "subtask.sorted": {
      const { ids } = event.data;
      return { ...detail, subtasks: ids.flatMap((id) => detail.subtasks.find((one) => one.id === id) ?? []) };
    }
  }
}

function pickSubtask({ id, task_id, name, completed, assignee, due_date, version }: Subtask): Subtask {
  return { id, task_id, name, completed, assignee, due_date, version };
}
