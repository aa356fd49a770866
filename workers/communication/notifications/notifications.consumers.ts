import type { Consumer } from "../../platform/consumer";
import { commentConsumers } from "./comment.consumers";
import { projectConsumers } from "./project.consumers";
import { taskConsumers } from "./task.consumers";
import { timesheetWeekConsumers } from "./week.consumers";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { followersOf, recipientsFor } from "./notifications.recipients";
import { notifyingConsumer, type ConsumedEvent, notifyAboutTask } from "./notifications.notify";

const taskOf = ({
  task_id,
  project_id,
  key,
  title,
}: ConsumedEvent<"subtask.created">["data"] | ConsumedEvent<"subtask.updated">["data"]) => ({
  id: task_id,
  project_id,
  key,
  title,
});

async function subtaskCreated(tx: Tx, event: ConsumedEvent<"subtask.created">): Promise<void> {
  const { assignee, name } = event.data;
  if (!assignee) return;
  const people = recipientsFor([assignee.id], "assigned");
  await notifyAboutTask(tx, event, taskOf(event.data), [
    { kind: "subtask.assigned", people, values: { subtask: name } },
  ]);
}

async function subtaskUpdated(tx: Tx, event: ConsumedEvent<"subtask.updated">): Promise<void> {
  const { assignee, name, before } = event.data;
  if (!assignee || !("assignee" in before) || before.assignee?.id === assignee.id) return;
  const people = recipientsFor([assignee.id], "assigned");
  await notifyAboutTask(tx, event, taskOf(event.data), [
    { kind: "subtask.assigned", people, values: { subtask: name } },
  ]);
}

async function attachmentCreated(tx: Tx, event: ConsumedEvent<"attachment.created">): Promise<void> {
  const { task_id, project_id, key, task_title, title } = event.data;
  const people = await followersOf(tx, task_id);
  const task = { id: task_id, project_id, key, title: task_title };
  await notifyAboutTask(tx, event, task, [{ kind: "attachment.added", people, values: { file: title } }]);
}

const partConsumers: readonly Consumer[] = [
  notifyingConsumer("subtask.created", subtaskCreated),
  notifyingConsumer("subtask.updated", subtaskUpdated),
  notifyingConsumer("attachment.created", attachmentCreated),
];

/** Consumers about projects, tasks and time sheets. They select possible recipients; the project's policy decides which of them may see the event. */
export const notificationConsumers: readonly Consumer[] = [
  ...taskConsumers,
  ...commentConsumers,
  ...partConsumers,
  ...projectConsumers,
  ...timesheetWeekConsumers,
];
