import type { FastifyInstance } from "fastify";
import { object } from "yup";
import { pathId } from "../../../shared/kernel/fields";
import { string } from "../../../shared/kernel/schemas";
import { expenseListQuery } from "../../../shared/requests/expenses/expenses.schema";
import { exportName } from "../../platform/http/serve/serve-generated-file";
import { validateInput, validateParams } from "../../platform/http/validate";
import { exportFormats } from "../money/request-sheets";
import {
  filledQuery,
  pdfTimeoutMs,
  serveRequestFiles,
  signaturesOfApprovers,
  tenantHead,
} from "../money/serve-request-files";
import { exportExpenses } from "./expenses.export";
import { presentExpenseDetail } from "./expenses.present";
import { expenseDocument } from "./expenses.service";

const guards = { feature: "payment", permission: "expense-list", scope: "expenses" } as const;
const params = object({ id: pathId("expenseClaim") });
const exported = object({
  ...expenseListQuery,
  format: string()
    .oneOf([...exportFormats], "field.oneOf")
    .required("field.required"),
});

/** `GET /expense/export` and `GET /expense/claim/:id/pdf`. */
export function registerExpenseFilesRoutes(app: FastifyInstance): void {
  const files = serveRequestFiles(app, guards);
  files.list("/expense/export", async ({ tx, actor, text, request }) => {
    const { format, ...query } = validateInput(exported, filledQuery(request.query));
    const { today } = await tenantHead(tx);
    const name = exportName("expenses", {}, today);
    return { ...(await exportExpenses(tx, actor, query, format, text)), kind: format, name };
  });
  files.pdf("/expense/claim/:id/pdf", async ({ tx, actor, text, request }) => {
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
