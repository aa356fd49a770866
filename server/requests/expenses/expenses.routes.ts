import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/requests/expenses/expenses.contract";
import type { ExpenseDetail } from "../../../shared/requests/expenses/expenses.contract";
import { serveCommands } from "../../approvals/approvals/serve-commands";
import { attachmentRules, checkUpload, storeUpload, type UploadRules } from "../../platform/files/files.service";
import { replayOrRun } from "../../platform/http/idempotency";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { serveRecords } from "../../platform/records/record-routes";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { expenseCategoryRecords } from "./expense-categories.service";
import { payExpense } from "./expense-payment.service";
import { presentExpenseDetail } from "./expenses.present";
import { expenseChoicesFor, listExpensesFor } from "./expenses.read";
import * as expenses from "./expenses.service";

async function detail(tx: Tx, actor: Actor, id: number): Promise<ExpenseDetail> {
  return presentExpenseDetail(tx, actor, await expenses.loadVisibleExpense(tx, actor, id));
}

export function registerExpenseRoutes(app: FastifyInstance): void {
  serveRecords(app, expenseCategoryRecords, {
    list: contract.listExpenseCategories,
    single: contract.readExpenseCategory,
    create: contract.createExpenseCategory,
    update: contract.updateExpenseCategory,
    remove: contract.deleteExpenseCategory,
  });
  serveEndpoint(app, contract.readExpenseChoices, async ({ tx, actor }) => ({
    data: await expenseChoicesFor(tx, actor),
  }));
  serveEndpoint(app, contract.listExpenses, ({ tx, actor, query }) => listExpensesFor(tx, actor, query));
  serveEndpoint(app, contract.readExpense, async ({ tx, actor, params }) => ({
    data: await detail(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.createExpense, async ({ tx, actor, body, text }) => {
    const id = await expenses.createExpense(tx, actor, body);
    return { message: text(body.draft ? "request.draftSaved" : "request.sent"), data: await detail(tx, actor, id) };
  });
  serveEndpoint(app, contract.updateExpense, async ({ tx, actor, params, body, text }) => {
    await expenses.updateExpense(tx, actor, params.id, body);
    const message = text(body.draft ? "request.draftSaved" : "request.sent");
    return { message, data: await detail(tx, actor, params.id) };
  });
  serveEndpoint(app, contract.deleteExpense, async ({ tx, actor, params, text }) => {
    await expenses.deleteExpense(tx, actor, params.id);
    return { message: text("finance.draftDeleted"), id: params.id };
  });
  serveCommands(
    app,
    {
      send: contract.sendExpense,
      cancel: contract.cancelExpense,
      approve: contract.approveExpense,
      reject: contract.rejectExpense,
      requestChanges: contract.requestExpenseChanges,
    },
    { send: expenses.sendExpense, cancel: expenses.cancelExpense, decide: expenses.decideExpense, detail },
  );
  serveEndpoint(app, contract.payExpense, async ({ tx, actor, params, body, text }) => {
    await payExpense(tx, actor, params.id, body);
    return { message: text("finance.paid"), data: await detail(tx, actor, params.id) };
  });
  registerReceipts(app);
}

const receiptRules: UploadRules = {
  ...attachmentRules,
  types: ["image/jpeg", "image/png", "application/pdf"],
  message: "file.receiptType",
};

interface Answer {
  message: string;
  data: ExpenseDetail;
}

// Uploads run in steps: authorize, store the bytes, insert the row. No database connection is held while storing.
function registerReceipts(app: FastifyInstance): void {
  serveMultiTransaction(app, contract.addReceipt, async ({ unit, actor, params, body, text, request }) => {
    const { item_id: itemId } = body;
    await unit((tx) => expenses.authorizeReceipt(tx, actor, params.id, itemId));
    const sent = request.uploads.find((upload) => upload.field === "file");
    const upload = await checkUpload(app.platform.childProcesses, actor, sent, receiptRules);
    return storeUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const answer = await replayOrRun<Answer>(tx, request, actor.id, contract.addReceipt.status, async () => {
        await expenses.storeReceipt(tx, actor, { id: params.id, itemId, bytes: upload.bytes }, keep);
        return { message: text("form.fileAdded", { name: upload.name }), data: await detail(tx, actor, params.id) };
      });
      return answer as Answer;
    });
  });
  serveEndpoint(app, contract.removeReceipt, async ({ tx, actor, params, text }) => {
    await expenses.deleteReceipt(tx, actor, params.id, params.file);
    return { message: text("form.fileRemoved"), data: await detail(tx, actor, params.id) };
  });
}
