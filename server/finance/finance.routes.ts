import type { FastifyInstance } from "fastify";
import type { Decision } from "../../shared/approvals/approvals.workflow";
import * as commands from "../../shared/finance/finance-commands.contract";
import * as contract from "../../shared/finance/finance.contract";
import * as settings from "../../shared/finance/finance-settings.contract";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps } from "../platform/http/serve/serve-in-steps";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { archiveState, startArchiveRun, stopArchiveRun } from "./finance-archive.service";
import * as budgets from "./finance-budget.service";
import { listFinanceRequests, suppliersFor } from "./finance.list";
import { payEach } from "./finance-payment-run.service";
import * as payment from "./finance-payment.service";
import { presentFinanceDetail } from "./finance.present";
import { previewOf } from "./finance.preview";
import * as requests from "./finance-requests.service";
import { changeSettings, readSettings } from "./finance-settings.service";

export function registerFinanceRoutes(app: FastifyInstance): void {
  registerReading(app);
  registerWriting(app);
  registerDecisions(app);
  registerPayment(app);
  registerSettings(app);
  registerArchive(app);
}

async function detail(tx: Tx, actor: Actor, id: number) {
  return presentFinanceDetail(tx, actor, await requests.visibleFinance(tx, actor, id));
}

/** With the specification's key for the record beside the usual one. */
async function written(tx: Tx, actor: Actor, id: number) {
  const data = await detail(tx, actor, id);
  return { purchaseRequest: data, data };
}

function registerReading(app: FastifyInstance): void {
  serve(app, contract.previewFinance, async ({ tx, actor, query }) => ({ data: await previewOf(tx, actor, query) }));
  serve(app, contract.listFinance, ({ tx, actor, query }) => listFinanceRequests(tx, actor, query));
  serve(app, contract.readFinance, async ({ tx, actor, params }) => ({ data: await detail(tx, actor, params.id) }));
  serve(app, contract.readPurchase, ({ tx, actor, params }) => written(tx, actor, params.id));
  serve(app, contract.listSuppliers, async ({ tx, actor, query }) => ({
    data: await suppliersFor(tx, actor, query.q),
  }));
}

function registerWriting(app: FastifyInstance): void {
  serve(app, contract.createFinance, async ({ tx, actor, body, text }) => {
    const id = await requests.createFinance(tx, actor, body);
    return { message: text(body.draft ? "request.draftSaved" : "request.sent"), ...(await written(tx, actor, id)) };
  });
  for (const endpoint of [contract.updateFinance, contract.updatePurchase]) {
    serve(app, endpoint, async ({ tx, actor, params, body, text }) => {
      await requests.updateFinance(tx, actor, params.id, body);
      const message = text(body.draft ? "request.draftSaved" : "request.sent");
      return { message, ...(await written(tx, actor, params.id)) };
    });
  }
  serve(app, contract.deleteFinance, async ({ tx, actor, params, text }) => {
    await requests.deleteFinance(tx, actor, params.id);
    return { message: text("finance.draftDeleted"), id: params.id };
  });
  serve(app, contract.duplicateFinance, async ({ tx, actor, params, text }) => {
    const id = await requests.duplicateFinance(tx, actor, params.id);
    return { message: text("request.draftSaved"), ...(await written(tx, actor, id)) };
  });
  serve(app, commands.sendFinance, async ({ tx, actor, params, body, text }) => {
    await requests.sendFinance(tx, actor, params.id, body.version);
    return { message: text("request.sent"), data: await detail(tx, actor, params.id) };
  });
  serve(app, commands.cancelFinance, async ({ tx, actor, params, body, text }) => {
    await requests.cancelFinance(tx, actor, params.id, body.version);
    return { message: text("request.cancelled"), data: await detail(tx, actor, params.id) };
  });
}

function registerDecisions(app: FastifyInstance): void {
  const decisions = [
    [commands.approveFinance, "APPROVE", "request.approved"],
    [commands.rejectFinance, "REJECT", "request.rejected"],
    [commands.requestFinanceChanges, "REQUEST_CHANGES", "request.sentBack"],
  ] as const satisfies readonly [unknown, Decision, string][];
  for (const [endpoint, decision, message] of decisions) {
    serve(app, endpoint as typeof commands.approveFinance, async ({ tx, actor, params, body, text }) => {
      const note = body.reason || body.note || null;
      await requests.decideFinance(tx, actor, params.id, decision, { version: body.version, note });
      return { message: text(message), data: await detail(tx, actor, params.id) };
    });
  }
}

function registerPayment(app: FastifyInstance): void {
  serve(app, commands.payFinance, async ({ tx, actor, params, body, text }) => {
    await payment.payFinance(tx, actor, params.id, body);
    return { message: text("finance.paid"), data: await detail(tx, actor, params.id) };
  });
  serveInSteps(app, commands.payFinanceRun, async ({ unit, actor, body, text, request }) => {
    const data = await payEach(unit, actor, body, { text, log: request.log });
    return { message: text("finance.paidSome", { count: data.filter(({ done }) => done).length }), data };
  });
  serve(app, commands.settleFinance, async ({ tx, actor, params, body, text }) => {
    await payment.settleFinance(tx, actor, params.id, body);
    const data = await detail(tx, actor, params.id);
    return { message: text(data.settled ? "finance.settled" : "finance.entriesKept"), data };
  });
  serve(app, commands.archiveFinance, async ({ tx, actor, params, body, text }) => {
    await payment.archiveFinance(tx, actor, params.id, body.version);
    return { message: text("finance.archived"), data: await detail(tx, actor, params.id) };
  });
  serve(app, commands.restoreFinance, async ({ tx, actor, params, body, text }) => {
    await payment.restoreFinance(tx, actor, params.id, body.version);
    return { message: text("finance.restored"), data: await detail(tx, actor, params.id) };
  });
}

function registerSettings(app: FastifyInstance): void {
  serve(app, settings.readFinanceSettings, async ({ tx, actor }) => ({ data: await readSettings(tx, actor) }));
  serve(app, settings.updateFinanceSettings, async ({ tx, actor, body, text }) => {
    const data = await changeSettings(tx, actor, body);
    return { message: text("finance.settingsSaved"), data };
  });
  serve(app, settings.listBudgets, async ({ tx, actor, query }) => ({
    data: await budgets.budgetsFor(tx, actor, query),
  }));
  serve(app, settings.createBudget, async ({ tx, actor, body, text }) => {
    const data = await budgets.createBudget(tx, actor, body);
    return { message: text("finance.budgetSaved"), data };
  });
  serve(app, settings.updateBudget, async ({ tx, actor, params, body, text }) => {
    const data = await budgets.updateBudget(tx, actor, params.id, body);
    return { message: text("finance.budgetSaved"), data };
  });
  serve(app, settings.deleteBudget, async ({ tx, params, text }) => {
    await budgets.deleteBudget(tx, params.id);
    return { message: text("finance.budgetDeleted"), id: params.id };
  });
}

function registerArchive(app: FastifyInstance): void {
  serve(app, settings.readArchiveRun, async ({ tx, actor }) => ({ data: await archiveState(tx, actor) }));
  serve(app, settings.startArchiveRun, async ({ tx, actor, text }) => {
    const data = await startArchiveRun(tx, actor);
    return { message: text("finance.archiveStarted"), data };
  });
  serve(app, settings.stopArchiveRun, async ({ tx, params, text }) => {
    await stopArchiveRun(tx, params.id);
    return { message: text("finance.archiveStopped"), id: params.id };
  });
}
