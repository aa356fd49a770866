import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/requests/expenses/expenses.contract";
import { serveDocument, serveDocumentFiles } from "../../approvals/documents/serve-document";
import { attachmentRules } from "../../platform/files/files.service";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveRecords } from "../../platform/records/record-routes";
import { expenseCategoryRecords } from "./expense-categories.service";
import { payExpense } from "./expense-payment.service";
import { presentExpenseDetail } from "./expenses.present";
import { expenseChoicesFor, listExpensesFor } from "./expenses.read";
import { authorizeReceipt, deleteReceipt, expenseDocument, storeReceipt } from "./expenses.service";

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
  const detail = serveDocument(
    app,
    {
      read: contract.readExpense,
      create: contract.createExpense,
      updates: [contract.updateExpense],
      remove: contract.deleteExpense,
      send: contract.sendExpense,
      cancel: contract.cancelExpense,
      approve: contract.approveExpense,
      reject: contract.rejectExpense,
      requestChanges: contract.requestExpenseChanges,
    },
    expenseDocument,
    { present: presentExpenseDetail, deletedMessage: "finance.draftDeleted" },
  );
  serveEndpoint(app, contract.payExpense, async ({ tx, actor, params, body, text }) => {
    await payExpense(tx, actor, params.id, body);
    return { message: text("finance.paid"), data: await detail(tx, actor, params.id) };
  });
  serveDocumentFiles(
    app,
    { add: contract.addReceipt, remove: contract.removeReceipt },
    {
      rules: { ...attachmentRules, types: ["image/jpeg", "image/png", "application/pdf"], message: "file.receiptType" },
      authorize: (tx, actor, id, { item_id }) => authorizeReceipt(tx, actor, id, item_id),
      store: (tx, actor, id, { item_id }, file) => storeReceipt(tx, actor, id, item_id, file),
      remove: deleteReceipt,
      detail,
    },
  );
}
