import type { FastifyInstance } from "fastify";
import { object } from "yup";
import { localDayIn } from "../../../shared/kernel/days";
import { pathId } from "../../../shared/kernel/fields";
import { financeListQuery } from "../../../shared/requests/finance/finance.schema";
import { attachmentsOfRequest } from "../../approvals/approvals/request-attachments.read";
import type { Tx } from "../../platform/database/unit-of-work";
import { tenantToday } from "../../platform/database/tenant-today";
import { withoutEmpty } from "../../platform/http/serve/input";
import { exportName } from "../../platform/http/serve/serve-generated-file";
import { exportFormatField, serveSheets } from "../../platform/http/serve/serve-sheets";
import { validateInput, validateParams } from "../../platform/http/validate";
import { exportFinance } from "./finance.export";
import type { FinancePdf } from "./finance.pdf";
import { presentFinanceDetail } from "./finance.present";
import { financeDocument } from "./finance-requests.service";
import { pdfTimeoutMs, servePdf, signaturesOfApprovers, tenantHead } from "../money/serve-pdf";

const guards = { feature: "payment", permission: "payment-list" } as const;
const params = object({ id: pathId("financeRequest") });
const exported = object({
  ...financeListQuery,
  format: exportFormatField(),
});

/** `GET /finance/export` and `GET /finance/finance-request/:id/pdf`. */
export function registerFinanceFilesRoutes(app: FastifyInstance): void {
  serveSheets(app, "/finance/export", guards, "finance", async ({ tx, actor, text, request }) => {
    const { format, ...query } = validateInput(exported, withoutEmpty(request.query));
    const name = exportName(["finance", query.type].filter(Boolean).join("-"), query, await tenantToday(tx));
    return { ...(await exportFinance(tx, actor, query, format, text)), format, name };
  });
  servePdf(app, "/finance/finance-request/:id/pdf", guards, async ({ tx, actor, text, request }) => {
    const { id } = validateParams(params, request.params);
    const detail = await presentFinanceDetail(tx, actor, await financeDocument.loadVisible(tx, actor, id));
    const head = await tenantHead(tx);
    const content = {
      request: detail,
      files: await filesOfRequest(tx, id, head.timeZone),
      language: text.language,
      ...head,
    };
    return {
      name: detail.number ?? `request-${id}`,
      signed: await signaturesOfApprovers(tx, detail.steps),
      render: (signatures, caller) =>
        app.platform.childProcesses.run("financePdf", { ...content, signatures }, caller, pdfTimeoutMs),
    };
  });
}

async function filesOfRequest(tx: Tx, id: number, timeZone: string): Promise<FinancePdf["files"]> {
  return (await attachmentsOfRequest(tx, id)).map(({ file, author, created_at }) => ({
    name: file.name,
    author: author.fullname,
    day: localDayIn(timeZone, created_at),
  }));
}
