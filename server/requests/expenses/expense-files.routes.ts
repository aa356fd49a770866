import type { FastifyInstance } from "fastify";
import { object } from "yup";
import { pathId } from "../../../shared/kernel/fields";
import { expenseListQuery } from "../../../shared/requests/expenses/expenses.schema";
import { tenantToday } from "../../platform/database/tenant-today";
import { withoutEmpty } from "../../platform/http/serve/input";
import { exportName } from "../../platform/http/serve/serve-generated-file";
import { exportFormatField, serveSheets } from "../../platform/http/serve/serve-sheets";
import { validateInput, validateParams } from "../../platform/http/validate";
import { pdfTimeoutMs, servePdf, signaturesOfApprovers, tenantHead } from "../money/serve-pdf";
import { exportExpenses } from "./expenses.export";
import { presentExpenseDetail } from "./expenses.present";
import { expenseDocument } from "./expenses.service";

const guards = { feature: "payment", permission: "expense-list" } as const;
const params = object({ id: pathId("expenseClaim") });
const exported = object({
  ...expenseListQuery,
  format: exportFormatField(),
});

/** `GET /expense/export` and `GET /expense/claim/:id/pdf`. */
export function registerExpenseFilesRoutes(app: FastifyInstance): void {
  serveSheets(app, "/expense/export", guards, "expenses", async ({ tx, actor, text, request }) => {
    const { format, ...query } = validateInput(exported, withoutEmpty(request.query));
    const name = exportName("expenses", {}, await tenantToday(tx));
    return { ...(await exportExpenses(tx, actor, query, format, text)), format, name };
  });
  servePdf(app, "/expense/claim/:id/pdf", guards, async ({ tx, actor, text, request }) => {
    const { id } = validateParams(params, request.params);
    const claim = await presentExpenseDetail(tx, actor, await expenseDocument.loadVisible(tx, actor, id));
    const content = { claim, language: text.language, ...(await tenantHead(tx)) };
    return {
      name: claim.number ?? `claim-${id}`,
      signed: await signaturesOfApprovers(tx, claim.steps),
      render: (signatures, caller) =>
        app.platform.childProcesses.run("expensePdf", { ...content, signatures }, caller, pdfTimeoutMs),
    };
  });
}
