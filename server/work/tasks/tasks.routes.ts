import type { FastifyInstance } from "fastify";
import { changeTasks } from "../../../shared/work/tasks/bulk.contract";
import * as bin from "../../../shared/work/bin/bin.contract";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import * as blockers from "../../../shared/work/tasks/blockers.contract";
import * as transfer from "../../../shared/work/tasks/transfer.contract";
import { readTask } from "../../../shared/work/tasks/task-detail.contract";
import * as contract from "../../../shared/work/tasks/tasks.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveShared } from "../../platform/http/serve/serve-shared";
import type { Translate } from "../../platform/text";
import { projectAccess } from "../access/projects.policy";
import { restoreDeletedTask } from "./tasks.bin";
import { setBlocker } from "./tasks.blockers";
import { bulkChangeTasks } from "./tasks.bulk";
import { duplicateTask } from "./tasks.duplicate";
import { findByKey } from "./tasks.keys";
import { previewTransfer, transferTask } from "./tasks.transfer";
import { archiveTask, moveTasks, restoreTask, updateTask } from "./tasks.single";
import { loadVisibleTask } from "../access/tasks.policy";
import { presentTask } from "./tasks.present";
import { readMyTasks, readTasksById } from "./tasks.mine";
import { readArchivedJson, readBoardJson, readTaskListJson } from "./tasks.read";
import { createTask, deleteTask, sortTasks } from "./tasks.service";
import { createTaskWithTemplate } from "./tasks.slots";

export function registerTasksRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.readBoard, ({ tx, actor, params, query, request, reply }) =>
    readBoardJson(tx, actor, params.id, query, { request, reply }),
  );
  serveEndpoint(app, contract.listTasks, async ({ tx, actor, params, query }) => {
    await projectAccess(tx, actor, params.id);
    return readTaskListJson(tx, params.id, query);
  });
  serveEndpoint(app, contract.archivedTasks, async ({ tx, actor, params, query }) => {
    await projectAccess(tx, actor, params.id);
    return readArchivedJson(tx, params.id, query);
  });
  serveEndpoint(app, contract.listMyTasks, ({ tx, actor, query }) => readMyTasks(tx, actor, query.per_page ?? 50));
  serveEndpoint(app, contract.listTasksById, async ({ tx, actor, query }) => ({
    data: await readTasksById(tx, actor, query.ids),
  }));
  serveEndpoint(app, readTask, async ({ tx, actor, params }) => {
    const task = await loadVisibleTask(tx, actor, params.id);
    return { data: await presentTask(tx, actor, task) };
  });

  serveEndpoint(app, changeTasks, async ({ tx, actor, body, text }) => {
    const data = await bulkChangeTasks(tx, actor, body);
    return { message: text("task.changedAtOnce", { count: data.length }), data };
  });
  serveEndpoint(app, transfer.duplicateTask, async ({ tx, actor, params, text }) => {
    const data = await duplicateTask(tx, actor, params.id);
    return { message: text("task.created", { key: data.key }), data };
  });
  serveEndpoint(app, transfer.previewTransfer, async ({ tx, actor, params, query }) => ({
    data: { fields: await previewTransfer(tx, actor, params.id, query.project_id) },
  }));
  serveEndpoint(app, transfer.transferTask, async ({ tx, actor, params, body, text }) => {
    const data = await transferTask(tx, actor, params.id, body);
    return { message: text("task.transferred", { key: data.key }), data };
  });
  serveEndpoint(app, transfer.findTaskByKey, async ({ tx, actor, params }) => ({
    data: await findByKey(tx, actor, params.key),
  }));
  serveEndpoint(app, blockers.addBlocker, async ({ tx, actor, params, text }) => {
    const data = await setBlocker(tx, actor, params.id, params.blocker_id, true);
    return { message: text("task.updated", { key: data.key }), data };
  });
  serveEndpoint(app, blockers.removeBlocker, async ({ tx, actor, params, text }) => {
    const data = await setBlocker(tx, actor, params.id, params.blocker_id, false);
    return { message: text("task.updated", { key: data.key }), data };
  });
  serveEndpoint(app, contract.createTask, async ({ tx, actor, body, text }) => {
    const data = body.template
      ? await createTaskWithTemplate.filling(tx, actor, body.template, body)
      : await createTask(tx, actor, body);
    return { message: text("task.created", { key: data.key }), data };
  });
  serveEndpoint(app, contract.updateTask, async ({ tx, actor, params, body, text }) => {
    const data = await updateTask(tx, actor, params.id, body);
    return { message: text("task.updated", { key: data.key }), data };
  });
  serveEndpoint(app, contract.assignTask, async ({ tx, actor, params, body, text }) => {
    const data = await updateTask(tx, actor, params.id, body);
    return { message: text("task.updated", { key: data.key }), data };
  });
  const movedTask = ({ params }: { params: { id: number } }) => params.id;
  serveShared(app, contract.moveTask, movedTask, async (tx, calls) => {
    const moves = calls.map(({ actor, params, body }) => ({ ...body, id: params.id, by: actor }));
    const moved = await moveTasks(tx, moves);
    return moved.map((data, at) => ({ message: (calls[at] as (typeof calls)[number]).text("task.moved"), data }));
  });
  serveEndpoint(app, contract.sortTasks, async ({ tx, actor, params, text }) => {
    await sortTasks(tx, actor, params.id, params.ids);
    return { message: text("task.sorted") };
  });
  serveEndpoint(app, contract.archiveTask, async ({ tx, actor, params, text }) => {
    const { key } = await archiveTask(tx, actor, params.id);
    return { message: text("task.archived", { key }) };
  });
  serveEndpoint(app, contract.restoreTask, async ({ tx, actor, params, body, text }) => {
    const data = await restoreTask(tx, actor, params.id, body.task_status_id);
    return { message: text("task.restored", { key: data.key }), data };
  });
  serveEndpoint(app, bin.restoreDeletedTask, async ({ tx, actor, params, text }) => {
    const data = await restoreDeletedTask(tx, actor, params.id);
    return { message: restoredMessage(data, text), data };
  });
  serveEndpoint(app, contract.deleteTask, async ({ tx, actor, params, text }) => {
    await deleteTask(tx, actor, params.id);
    return { message: text("task.deleted"), id: params.id };
  });
}

function restoredMessage(
  {
    is_in_other_column,
    omitted_time_entry_count: count,
    omitted_blocker_keys: keys,
  }: ReplyOf<typeof bin.restoreDeletedTask>["data"],
  text: Translate,
): string {
  return [
    text(is_in_other_column ? "bin.taskRestoredToFirstColumn" : "bin.taskRestored"),
    ...(count > 0 ? [text("bin.timeOmitted", { count })] : []),
    ...(keys.length > 0 ? [text("bin.blockersOmitted", { keys: keys.join(", ") })] : []),
  ].join(" ");
}
