import type { FastifyInstance } from "fastify";
import { invalidFieldProblem } from "../../../../shared/kernel/problems";
import * as contract from "../../../../shared/requests/leave/ledger/batches.contract";
import * as openings from "../../../../shared/requests/leave/ledger/openings.contract";
import { serveEndpoint } from "../../../platform/http/serve/serve";
import { serveMultiTransaction } from "../../../platform/http/serve/serve-multi-transaction";
import { presentLayout, presentText, tableChoiceOf } from "../../../platform/tables/table";
import { matchOpenings, parseOpeningFile, readOpenings, setOpenings } from "./openings.service";
import * as batches from "./batches.service";

export function registerLeaveBatchRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.previewBulkAdjustment, async ({ tx, actor, query }) => ({
    data: await batches.previewAdjustment(tx, actor, query),
  }));
  serveEndpoint(app, contract.adjustBalances, async ({ tx, actor, body, text }) => {
    const data = await batches.adjustBalances(tx, actor, body);
    return { message: text("leave.balancesAdjusted", { count: data.people }), data };
  });
  serveEndpoint(app, contract.listBalanceBatches, ({ tx, query }) => batches.listBatches(tx, query));
  serveEndpoint(app, contract.readBalanceBatch, async ({ tx, params }) => ({
    data: await batches.loadBatch(tx, params.id),
  }));
  serveEndpoint(app, contract.undoBalanceBatch, async ({ tx, actor, params, body, text }) => {
    const data = await batches.undoBatch(tx, actor, params.id, body);
    return { message: text("leave.batchUndone", { count: data.people }), data };
  });
  serveEndpoint(app, openings.listOpenings, ({ tx, actor, query }) => readOpenings(tx, actor, query));
  serveMultiTransaction(app, openings.readOpeningFile, async ({ unit, actor, body, text, request }) => {
    const upload = request.uploads?.find(({ field }) => field === "file");
    const source = upload?.bytes ?? body.content;
    if (!source || source.length === 0) throw invalidFieldProblem("content", "field.required");
    const input = { source, choice: tableChoiceOf(body), numbers: body.numbers };
    const file = await parseOpeningFile(app.platform.childProcesses, actor, input);
    const found = await unit((tx) => matchOpenings(tx, actor, file.rows, body));
    const rows = found.map((row) => ({ ...row, errors: row.errors.map((id) => text(id)) }));
    const layout = file.layout && presentLayout(file.layout);
    return { data: { rows, text: presentText(file.text), layout, numbers: file.numbers } };
  });
  serveEndpoint(app, openings.setOpenings, async ({ tx, actor, body, text }) => {
    const data = await setOpenings(tx, actor, body);
    return { message: text("leave.openingsSet", { count: data.people }), data };
  });
}
