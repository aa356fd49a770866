import type { FastifyInstance } from "fastify";
import * as commands from "../../../shared/requests/finance/finance-commands.contract";
import * as contract from "../../../shared/requests/finance/finance.contract";
import * as settings from "../../../shared/requests/finance/finance-settings.contract";
import type { FinanceDetail } from "../../../shared/requests/finance/finance-reply.contract";
import { type ReadDetail, serveDocument } from "../../approvals/documents/serve-document";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { readArchiveState, startArchiveRun, stopArchiveRun } from "./finance-archive.service";
import * as budgets from "./finance-budget.service";
import { listFinanceRequests, listSupplierNamesFor } from "./finance.list";
import { payableRequestsFor, payEachRequest } from "./finance-payment-run.service";
import * as payment from "./finance-payment.service";
import { presentFinanceDetail } from "./finance.present";
import { previewFinanceRequest } from "./finance.preview";
import { duplicateFinance, financeDocument } from "./finance-requests.service";
import { changeSettings, readSettings } from "./finance-settings.service";

/** A document that was read or written, under two keys; the API specification requires `purchaseRequest`. */
const bothKeys = (data: object) => ({ purchaseRequest: data, data });

export function registerFinanceRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.previewFinance, async ({ tx, actor, query }) => ({
    data: await previewFinanceRequest(tx, actor, query),
  }));
  serveEndpoint(app, contract.listFinance, ({ tx, actor, query }) => listFinanceRequests(tx, actor, query));
  serveEndpoint(app, contract.listSupplierNames, async ({ tx, actor, query }) => ({
    data: await listSupplierNamesFor(tx, actor, query.q),
  }));
  const detail = serveDocument(
    app,
    {
      read: contract.readFinance,
      create: contract.createFinance,
      updates: [contract.updateFinance, contract.updatePurchase],
      remove: contract.deleteFinance,
      send: commands.sendFinance,
      cancel: commands.cancelFinance,
      approve: commands.approveFinance,
      reject: commands.rejectFinance,
      requestChanges: commands.requestFinanceChanges,
    },
    financeDocument,
    { present: presentFinanceDetail, replyOf: bothKeys, deletedMessage: "finance.draftDeleted" },
  );
  serveEndpoint(app, contract.readPurchase, async ({ tx, actor, params }) =>
    bothKeys(await detail(tx, actor, params.id)),
  );
  serveEndpoint(app, contract.duplicateFinance, async ({ tx, actor, params, text }) => {
    const id = await duplicateFinance(tx, actor, params.id);
    return { message: text("request.draftSaved"), ...bothKeys(await detail(tx, actor, id)) };
  });
  registerPayment(app, detail);
  registerSettings(app);
  registerArchive(app);
}

function registerPayment(app: FastifyInstance, detail: ReadDetail<FinanceDetail>): void {
  serveEndpoint(app, commands.payFinance, async ({ tx, actor, params, body, text }) => {
    await payment.payFinance(tx, actor, params.id, body);
    return { message: text("finance.paid"), data: await detail(tx, actor, params.id) };
  });
  serveEndpoint(app, commands.listPayable, ({ tx, actor }) => payableRequestsFor(tx, actor));
  serveMultiTransaction(app, commands.payFinanceRun, async ({ unit, actor, body, text, request }) => {
    const data = await payEachRequest(unit, actor, body, { text, log: request.log });
    return { message: text("finance.paidSome", { count: data.filter(({ done }) => done).length }), data };
  });
  serveEndpoint(app, commands.settleFinance, async ({ tx, actor, params, body, text }) => {
    await payment.settleFinance(tx, actor, params.id, body);
    const data = await detail(tx, actor, params.id);
    return { message: text(data.settled ? "finance.settled" : "finance.entriesKept"), data };
  });
  serveEndpoint(app, commands.archiveFinance, async ({ tx, actor, params, body, text }) => {
    await payment.archiveFinance(tx, actor, params.id, body.version);
    return { message: text("finance.archived"), data: await detail(tx, actor, params.id) };
  });
  serveEndpoint(app, commands.restoreFinance, async ({ tx, actor, params, body, text }) => {
    await payment.restoreFinance(tx, actor, params.id, body.version);
    return { message: text("finance.restored"), data: await detail(tx, actor, params.id) };
  });
}

function registerSettings(app: FastifyInstance): void {
  serveEndpoint(app, settings.readFinanceSettings, async ({ tx, actor }) => ({ data: await readSettings(tx, actor) }));
  serveEndpoint(app, settings.updateFinanceSettings, async ({ tx, actor, body, text }) => {
    const data = await changeSettings(tx, actor, body);
    return { message: text("finance.settingsSaved"), data };
  });
  serveEndpoint(app, settings.listBudgets, async ({ tx, actor, query }) => ({
    data: await budgets.listBudgetsFor(tx, actor, query),
  }));
  serveEndpoint(app, settings.createBudget, async ({ tx, actor, body, text }) => {
    const data = await budgets.createBudget(tx, actor, body);
    return { message: text("finance.budgetSaved"), data };
  });
  serveEndpoint(app, settings.updateBudget, async ({ tx, actor, params, body, text }) => {
    const data = await budgets.updateBudget(tx, actor, params.id, body);
    return { message: text("finance.budgetSaved"), data };
  });
  serveEndpoint(app, settings.deleteBudget, async ({ tx, params, text }) => {
    await budgets.deleteBudget(tx, params.id);
    return { message: text("finance.budgetDeleted"), id: params.id };
  });
}

function registerArchive(app: FastifyInstance): void {
  serveEndpoint(app, settings.readArchiveRun, async ({ tx, actor }) => ({ data: await readArchiveState(tx, actor) }));
  serveEndpoint(app, settings.startArchiveRun, async ({ tx, actor, text }) => {
    const data = await startArchiveRun(tx, actor);
    return { message: text("finance.archiveStarted"), data };
  });
  serveEndpoint(app, settings.stopArchiveRun, async ({ tx, params, text }) => {
    await stopArchiveRun(tx, params.id);
    return { message: text("finance.archiveStopped"), id: params.id };
  });
}
