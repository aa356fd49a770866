import type { Tx } from "../../server/platform/database/unit-of-work";
import type { Consumer } from "../platform/consumer";
import { followersOf, toldAs } from "./notifications.recipients";
import { consumer, type Event, tellOfTask } from "./notifications.tell";

/** What hangs on a task: subtasks and files. */

const taskOf = ({
  task_id,
  project_id,
  key,
  title,
}: Event<"subtask.created">["data"] | Event<"subtask.updated">["data"]) => ({
  id: task_id,
  project_id,
  key,
  title,
});

async function subtaskCreated(tx: Tx, event: Event<"subtask.created">): Promise<void> {
  const { assignee, name } = event.data;
  if (!assignee) return;
  const people = toldAs([assignee.id], "assigned");
  await tellOfTask(tx, event, taskOf(event.data), [{ kind: "subtask.assigned", people, values: { subtask: name } }]);
}

async function subtaskUpdated(tx: Tx, event: Event<"subtask.updated">): Promise<void> {
  const { assignee, name, before } = event.data;
  if (!assignee || !("assignee" in before) || before.assignee?.id === assignee.id) return;
  const people = toldAs([assignee.id], "assigned");
  await tellOfTask(tx, event, taskOf(event.data), [{ kind: "subtask.assigned", people, values: { subtask: name } }]);
}

async function attachmentCreated(tx: Tx, event: Event<"attachment.created">): Promise<void> {
  const { task_id, project_id, key, task_title, title } = event.data;
  const people = await followersOf(tx, task_id);
  const task = { id: task_id, project_id, key, title: task_title };
  await tellOfTask(tx, event, task, [{ kind: "attachment.added", people, values: { file: title } }]);
}

export const partConsumers: readonly Consumer[] = [
  consumer("subtask.created", subtaskCreated),
  consumer("subtask.updated", subtaskUpdated),
  consumer("attachment.created", attachmentCreated),
];
