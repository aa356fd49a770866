import type { FastifyInstance } from "fastify";
import { restoreDeletedColumn as restoreDeletedColumnEndpoint } from "../../../shared/work/bin/bin.contract";
import * as contract from "../../../shared/work/tasks/columns.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { restoreDeletedColumn } from "./columns.bin";
import { createColumn, deleteColumn, sortColumns, updateColumn } from "./columns.service";

export function registerColumnsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.createColumn, async ({ tx, actor, body, text }) => {
    return { message: text("column.created"), data: await createColumn(tx, actor, body) };
  });
  serveEndpoint(app, contract.updateColumn, async ({ tx, actor, params, body, text }) => {
    return { message: text("column.updated"), data: await updateColumn(tx, actor, params.id, body) };
  });
  serveEndpoint(app, contract.sortColumns, async ({ tx, actor, params, text }) => {
    await sortColumns(tx, actor, params.id, params.ids);
    return { message: text("column.sorted") };
  });
  serveEndpoint(app, restoreDeletedColumnEndpoint, async ({ tx, actor, params, text }) => {
    const data = await restoreDeletedColumn(tx, actor, params.id);
    return { message: text("bin.columnRestored", { count: data.task_count }), data };
  });
  serveEndpoint(app, contract.deleteColumn, async ({ tx, actor, params, query, body, text }) => {
    await deleteColumn(tx, actor, params.id, query.target_id ?? body.target_id);
    return { message: text("column.deleted"), id: params.id };
  });
}
