import type { FastifyInstance, FastifyRequest } from "fastify";
import { object } from "yup";
import { string } from "../../../shared/kernel/schemas";
import { financeListQuery } from "../../../shared/requests/finance/finance.schema";
import { pathId } from "../../../shared/kernel/fields";
import { type Language, languages } from "../../../shared/kernel/languages";
import { Problem } from "../../../shared/kernel/problems";
import { logSecurityInOwnTransaction } from "../../platform/security-log";
import { attachmentsOfRequest } from "../../approvals/approvals/request-attachments.read";
import { textFor } from "../../platform/http/reader-language";
import { authorizeCall } from "../../platform/http/serve/guards";
import { generatedFileTypes, serveGeneratedFile } from "../../platform/http/serve/serve-generated-file";
import type { Actor } from "../../platform/session";
import { xlsxInChild } from "../../platform/spreadsheet";
import type { Translate } from "../../platform/text";
import { callerKeyOf, runOrRefuse, type ChildProcesses } from "../../platform/child-processes";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { validateInput, validateParams } from "../../platform/http/validate";
import { type ExportedFile, exportFinance, exportFormats } from "./finance.export";
import { printedSignatures, type SignatureFile, signatureFiles } from "../../people/people/printed-signatures";
import type { FinancePdf } from "./finance.pdf";
import { presentFinanceDetail } from "./finance.present";
import { loadVisibleFinance } from "./finance-requests.service";

const guards = { feature: "payment", permission: "payment-list" } as const;
const params = object({ id: pathId("financeRequest") });
const exported = object({
  ...financeListQuery,
  format: string()
    .oneOf([...exportFormats], "field.oneOf")
    .required("field.required"),
});

const pdfHeadStatement = sql(
  "finance.pdfHead",
  "SELECT name, logo_mark AS logo, tenant_today()::text AS today FROM tenant WHERE id = current_tenant()",
);

interface Head {
  name: string;
  /** Small PNG of the tenant's logo; null without a logo. */
  logo: Uint8Array | null;
  today: string;
}

interface Asked {
  tx: Tx;
  actor: Actor;
  text: Translate;
  request: FastifyRequest;
}

/**
 * `GET /finance/export` and `GET /finance/finance-request/:id/pdf`, with the guards of regular endpoints in the same order. Not in the
 * contract, because responses aren't JSON. The header `x-rows` of a truncated list contains the exported and the total number of rows.
 */
export function registerFinanceFilesRoutes(app: FastifyInstance): void {
  const serveFile = (
    path: string,
    fileFor: (asked: Asked) => Promise<{
      file: ExportedFile["file"] | FinancePdf;
      kind: keyof typeof generatedFileTypes;
      name: string;
      /** Signature files, read after the transaction. */
      signed?: readonly SignatureFile[];
      cut?: ExportedFile["cut"];
    }>,
  ) =>
    serveGeneratedFile(app, path, async (tenantId, request, reply) => {
      const {
        file: found,
        kind,
        name,
        cut,
        signed,
        caller,
        language,
      } = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
        const actor = await authorizeCall(app, guards, tx, request, reply);
        const text = textFor(request);
        return {
          ...(await fileFor({ tx, actor, text, request })),
          caller: callerKeyOf(actor),
          language: text.language,
        };
      });
      if (kind !== "pdf") {
        const facts = { scope: "finance" };
        await logSecurityInOwnTransaction(app.platform, request.origin, { kind: "exported", facts });
      }
      const file = signed ? { ...found, signatures: await printedSignatures(app.platform, caller, signed) } : found;
      if (cut) reply.header("x-rows", `${cut.shown}/${cut.total}`);
      const bytes = await bytesOf(app.platform.childProcesses, file, caller, language);
      return { bytes, type: generatedFileTypes[kind], name: `${name}.${kind}` };
    });
  serveFile("/finance/export", async ({ tx, actor, text, request }) => {
    const { format, ...query } = validateInput(exported, filled(request.query));
    const today = (await headOf(tx)).today;
    const file = await exportFinance(tx, actor, query, format, text);
    return { ...file, kind: format, name: `finance-${today}` };
  });
  serveFile("/finance/finance-request/:id/pdf", async ({ tx, actor, text, request }) => {
    const { id } = validateParams(params, request.params);
    const detail = await presentFinanceDetail(tx, actor, await loadVisibleFinance(tx, actor, id));
    const { name, logo, today } = await headOf(tx);
    const files = await filesOfRequest(tx, id);
    const file = { request: detail, files, signatures: {}, tenant: name, logo, today, language: text.language };
    const signed = await signatureFiles(tx, approversOf(detail));
    return { file, kind: "pdf", name: detail.number ?? `request-${id}`, signed };
  });
}

/** In milliseconds: several times the longest rendering on a slow machine, and the minimum for the queue of slow tasks. */
const pdfTimeoutMs = 10_000;

/** Builds the file in a child process, after the transaction. @throws Problem 503 when it exceeds a child process's limits. */
async function bytesOf(
  childProcesses: ChildProcesses,
  file: ExportedFile["file"] | FinancePdf,
  caller: string,
  language: Language,
): Promise<Buffer> {
  if (Buffer.isBuffer(file)) return file;
  if (Array.isArray(file)) {
    return xlsxInChild(childProcesses, { sheets: file, rightToLeft: languages[language].direction === "rtl" }, caller);
  }
  const making = childProcesses.run("financePdf", file, caller, pdfTimeoutMs);
  return Buffer.from(await runOrRefuse(making, () => new Problem("unavailable")));
}

async function filesOfRequest(tx: Tx, id: number): Promise<FinancePdf["files"]> {
  return (await attachmentsOfRequest(tx, id)).map(({ file, author, created_at }) => ({
    name: file.name,
    author: author.fullname,
    day: created_at.toISOString().slice(0, 10),
  }));
}

const approversOf = ({ steps }: FinancePdf["request"]): number[] =>
  steps.flatMap(({ state, decided_by: by }) => (state === "approved" && by ? [by.id] : []));

async function headOf(tx: Tx): Promise<Head> {
  return (await tx.one<Head>(pdfHeadStatement)) ?? { name: "", logo: null, today: "" };
}

/** Empty filter values count as absent. */
const filled = (query: unknown) =>
  Object.fromEntries(Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== ""));
