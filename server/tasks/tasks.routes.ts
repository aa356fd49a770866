import type { FastifyInstance } from "fastify";
import { changeTasks } from "../../shared/tasks/bulk.contract";
import * as blockers from "../../shared/tasks/blockers.contract";
import * as transfer from "../../shared/tasks/transfer.contract";
import { readTask } from "../../shared/tasks/task-detail.contract";
import * as contract from "../../shared/tasks/tasks.contract";
import { serve } from "../platform/http/serve/serve";
import { projectAccess } from "../projects/projects.policy";
import { setBlocker } from "./tasks.blockers";
import { changeTasksAtOnce } from "./tasks.bulk";
import { duplicateTask } from "./tasks.duplicate";
import { findByKey } from "./tasks.keys";
import { transferTask } from "./tasks.transfer";
import { askForMove } from "./tasks.move-at-once";
import { archiveTask, moveTaskTo, restoreTask, updateTask } from "./tasks.one";
import { visibleTask } from "./tasks.policy";
import { presentTask } from "./tasks.present";
import { readMyTasks } from "./tasks.mine";
import { readArchivedJson, readBoardJson, readTaskListJson } from "./tasks.read";
import { createTask, deleteTask, sortTasks } from "./tasks.service";

export function registerTasksRoutes(app: FastifyInstance): void {
  serve(app, contract.readBoard, ({ tx, actor, params, query }) => readBoardJson(tx, actor, params.id, query));
  serve(app, contract.listTasks, async ({ tx, actor, params, query }) => {
    await projectAccess(tx, actor, params.id);
    return readTaskListJson(tx, params.id, query);
  });
  serve(app, contract.archivedTasks, async ({ tx, actor, params, query }) => {
    await projectAccess(tx, actor, params.id);
    return readArchivedJson(tx, params.id, query);
  });
  serve(app, contract.myTasks, ({ tx, actor, query }) => readMyTasks(tx, actor, query.per_page ?? 50));
  serve(app, readTask, async ({ tx, actor, params }) => {
    const task = await visibleTask(tx, actor, params.id);
    return { data: await presentTask(tx, actor, task) };
  });

  serve(app, changeTasks, async ({ tx, actor, body, text }) => {
    const data = await changeTasksAtOnce(tx, actor, body);
    return { message: text("task.changedAtOnce", { count: data.length }), data };
  });
  serve(app, transfer.duplicateTask, async ({ tx, actor, params, text }) => {
    const data = await duplicateTask(tx, actor, params.id);
    return { message: text("task.created", { key: data.key }), data };
  });
  serve(app, transfer.transferTask, async ({ tx, actor, params, body, text }) => {
    const data = await transferTask(tx, actor, params.id, body);
    return { message: text("task.transferred", { key: data.key }), data };
  });
  serve(app, transfer.findTaskByKey, async ({ tx, actor, params }) => ({
    data: await findByKey(tx, actor, params.key),
  }));
  serve(app, blockers.addBlocker, async ({ tx, actor, params, text }) => {
    const data = await setBlocker(tx, actor, params.id, params.blocker_id, true);
    return { message: text("task.updated", { key: data.key }), data };
  });
  serve(app, blockers.removeBlocker, async ({ tx, actor, params, text }) => {
    const data = await setBlocker(tx, actor, params.id, params.blocker_id, false);
    return { message: text("task.updated", { key: data.key }), data };
  });
  serve(app, contract.createTask, async ({ tx, actor, body, text }) => {
    const data = await createTask(tx, actor, body);
    return { message: text("task.created", { key: data.key }), data };
  });
  serve(app, contract.updateTask, async ({ tx, actor, params, body, text }) => {
    const data = await updateTask(tx, actor, params.id, body);
    return { message: text("task.updated", { key: data.key }), data };
  });
  serve(app, contract.assignTask, async ({ tx, actor, params, body, text }) => {
    const data = await updateTask(tx, actor, params.id, body);
    return { message: text("task.updated", { key: data.key }), data };
  });
  serve(
    app,
    contract.moveTask,
    async ({ tx, actor, params, body, text }) => {
      const data = await moveTaskTo(tx, actor, params.id, body);
      return { message: text("task.moved"), data };
    },
    (tx, { params, body }) => void askForMove(tx, params.id, body.task_status_id),
  );
  serve(app, contract.sortTasks, async ({ tx, actor, params, text }) => {
    await sortTasks(tx, actor, params.id, params.ids);
    return { message: text("task.sorted") };
  });
  serve(app, contract.archiveTask, async ({ tx, actor, params, text }) => {
    const { key } = await archiveTask(tx, actor, params.id);
    return { message: text("task.archived", { key }) };
  });
  serve(app, contract.restoreTask, async ({ tx, actor, params, body, text }) => {
    const data = await restoreTask(tx, actor, params.id, body.task_status_id);
    return { message: text("task.restored", { key: data.key }), data };
  });
  serve(app, contract.deleteTask, async ({ tx, actor, params, text }) => {
    await deleteTask(tx, actor, params.id);
    return { message: text("task.deleted"), id: params.id };
  });
}
