import type { FastifyInstance } from "fastify";
import { object } from "yup";
import { pathId } from "../../../shared/kernel/fields";
import { string } from "../../../shared/kernel/schemas";
import { financeListQuery } from "../../../shared/requests/finance/finance.schema";
import { attachmentsOfRequest } from "../../approvals/approvals/request-attachments.read";
import type { Tx } from "../../platform/database/unit-of-work";
import { exportName } from "../../platform/http/serve/serve-generated-file";
import { validateInput, validateParams } from "../../platform/http/validate";
import { exportFinance } from "./finance.export";
import type { FinancePdf } from "./finance.pdf";
import { presentFinanceDetail } from "./finance.present";
import { financeDocument } from "./finance-requests.service";
import { exportFormats } from "../money/request-sheets";
import {
  filledQuery,
  pdfTimeoutMs,
  serveRequestFiles,
  signaturesOfApprovers,
  tenantHead,
} from "../money/serve-request-files";

const guards = { feature: "payment", permission: "payment-list", scope: "finance" } as const;
const params = object({ id: pathId("financeRequest") });
const exported = object({
  ...financeListQuery,
  format: string()
    .oneOf([...exportFormats], "field.oneOf")
    .required("field.required"),
});

/** `GET /finance/export` and `GET /finance/finance-request/:id/pdf`. */
export function registerFinanceFilesRoutes(app: FastifyInstance): void {
  const files = serveRequestFiles(app, guards);
  files.list("/finance/export", async ({ tx, actor, text, request }) => {
    const { format, ...query } = validateInput(exported, filledQuery(request.query));
    const { today } = await tenantHead(tx);
    const name = exportName(["finance", query.type].filter(Boolean).join("-"), query, today);
    return { ...(await exportFinance(tx, actor, query, format, text)), kind: format, name };
  });
  files.pdf("/finance/finance-request/:id/pdf", async ({ tx, actor, text, request }) => {
    const { id } = validateParams(params, request.params);
    const detail = await presentFinanceDetail(tx, actor, await financeDocument.loadVisible(tx, actor, id));
    const content = {
      request: detail,
      files: await filesOfRequest(tx, id),
      language: text.language,
      ...(await tenantHead(tx)),
    };
    return {
      name: detail.number ?? `request-${id}`,
      signed: await signaturesOfApprovers(tx, detail.steps),
      render: (signatures, caller) =>
        app.platform.childProcesses.run("financePdf", { ...content, signatures }, caller, pdfTimeoutMs),
    };
  });
}

async function filesOfRequest(tx: Tx, id: number): Promise<FinancePdf["files"]> {
  return (await attachmentsOfRequest(tx, id)).map(({ file, author, created_at }) => ({
    name: file.name,
    author: author.fullname,
    day: created_at.toISOString().slice(0, 10),
  }));
}
