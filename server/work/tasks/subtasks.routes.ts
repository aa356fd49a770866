import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/work/tasks/subtasks.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import {
  createSubtasks,
  deleteSubtask,
  convertToTask,
  sortSubtasks,
  toggleSubtask,
  updateSubtask,
} from "./subtasks.service";

export function registerSubtasksRoutes(app: FastifyInstance): void {
  serveEndpoint(
    app,
    contract.createSubtask,
    async ({ tx, actor, body: { task_id, name, completed, after_ids, ...facts }, text }) => {
      const input = { ...facts, completed: [completed], afterIds: after_ids };
      const [data] = await createSubtasks(tx, actor, task_id, [name], input);
      return { message: text("subtask.created", { count: 1 }), data: data as NonNullable<typeof data> };
    },
  );
  serveEndpoint(app, contract.createSubtasks, async ({ tx, actor, body, text }) => {
    const data = await createSubtasks(tx, actor, body.task_id, body.names, { completed: body.completed });
    return { message: text("subtask.created", { count: data.length }), data };
  });
  serveEndpoint(app, contract.updateSubtask, async ({ tx, actor, params, body, text }) => {
    return { message: text("subtask.updated"), data: await updateSubtask(tx, actor, params.id, body) };
  });
  serveEndpoint(app, contract.toggleSubtask, async ({ tx, actor, params, text }) => {
    const data = await toggleSubtask(tx, actor, params.id);
    return { message: text(data.completed === 1 ? "subtask.completed" : "subtask.reopened"), data };
  });
  serveEndpoint(app, contract.sortSubtasks, async ({ tx, actor, params, text }) => {
    await sortSubtasks(tx, actor, params.id, params.ids);
    return { message: text("subtask.sorted") };
  });
  serveEndpoint(app, contract.convertSubtask, async ({ tx, actor, params, text }) => {
    const data = await convertToTask(tx, actor, params.id);
    return { message: text("subtask.madeTask", { key: data.key }), data };
  });
  serveEndpoint(app, contract.deleteSubtask, async ({ tx, actor, params, text }) => {
    await deleteSubtask(tx, actor, params.id);
    return { message: text("subtask.deleted"), id: params.id };
  });
}
