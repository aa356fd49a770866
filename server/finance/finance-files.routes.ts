import type { FastifyInstance, FastifyRequest } from "fastify";
import { object } from "yup";
import { string } from "../../shared/kernel/schemas";
import { financeListQuery } from "../../shared/finance/finance.schema";
import { pathId } from "../../shared/kernel/fields";
import { type Language, languages } from "../../shared/kernel/languages";
import { Problem } from "../../shared/kernel/problems";
import { logSecurityApart } from "../platform/security-log";
import { filesLaidWith } from "../approvals/laid-files.service";
import { textFor } from "../platform/http/reader-language";
import { admit } from "../platform/http/serve/serve";
import { madeTypes, serveMade } from "../platform/http/serve/serve-made";
import type { Actor } from "../platform/session";
import { xlsxInChild } from "../platform/spreadsheet";
import type { Translate } from "../platform/text";
import { callerOf, runOrRefuse, type ChildProcesses } from "../platform/child-processes";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { validate, validateParams } from "../platform/http/validate";
import { type Exported, exportFinance, exportFormats } from "./finance.export";
import { printedSignatures, type SignatureFile, signatureFiles } from "../people/printed-signatures.service";
import type { FinancePdf } from "./finance.pdf";
import { presentFinanceDetail } from "./finance.present";
import { visibleFinance } from "./finance-requests.service";

const guards = { feature: "payment", permission: "payment-list" } as const;
const params = object({ id: pathId("financeRequest") });
const exported = object({
  ...financeListQuery,
  format: string()
    .oneOf([...exportFormats], "field.oneOf")
    .required("field.required"),
});

const here = sql(
  "finance.pdfHead",
  "SELECT name, logo_mark AS logo, tenant_today()::text AS today FROM tenant WHERE id = current_tenant()",
);

interface Head {
  name: string;
  /** A small PNG. */
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
 * `GET /finance/export` and `GET /finance/finance-request/:id/pdf`: the guards of every call, in their
 * order. Not in the contract, since their answers are no JSON. A list that was cut says in `x-rows` how many of how many
 * it has.
 */
export function registerFinanceFilesRoutes(app: FastifyInstance): void {
  const serveFile = (
    path: string,
    fileFor: (asked: Asked) => Promise<{
      file: Exported["file"] | FinancePdf;
      kind: keyof typeof madeTypes;
      name: string;
      /** What stands on a document, and is read when the transaction is over. */
      signed?: readonly SignatureFile[];
      cut?: Exported["cut"];
    }>,
  ) =>
    serveMade(app, path, async (tenantId, request, reply) => {
      const {
        file: found,
        kind,
        name,
        cut,
        signed,
        caller,
        language,
      } = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
        const actor = await admit(app, guards, tx, request, reply);
        const text = textFor(request);
        return { ...(await fileFor({ tx, actor, text, request })), caller: callerOf(actor), language: text.language };
      });
      if (kind !== "pdf") {
        const facts = { scope: "finance" };
        await logSecurityApart(app.platform, request.origin, { kind: "exported", facts });
      }
      const file = signed ? { ...found, signatures: await printedSignatures(app.platform, caller, signed) } : found;
      if (cut) reply.header("x-rows", `${cut.shown}/${cut.total}`);
      const bytes = await bytesOf(app.platform.childProcesses, file, caller, language);
      return { bytes, type: madeTypes[kind], name: `${name}.${kind}` };
    });
  serveFile("/finance/export", async ({ tx, actor, text, request }) => {
    const { format, ...query } = validate(exported, filled(request.query));
    const today = (await headOf(tx)).today;
    const file = await exportFinance(tx, actor, query, format, text);
    return { ...file, kind: format, name: `finance-${today}` };
  });
  serveFile("/finance/finance-request/:id/pdf", async ({ tx, actor, text, request }) => {
    const { id } = validateParams(params, request.params);
    const detail = await presentFinanceDetail(tx, actor, await visibleFinance(tx, actor, id));
    const { name, logo, today } = await headOf(tx);
    const files = await filesOfRequest(tx, id);
    const file = { request: detail, files, signatures: {}, tenant: name, logo, today, language: text.language };
    const signed = await signatureFiles(tx, approversOf(detail));
    return { file, kind: "pdf", name: detail.number ?? `request-${id}`, signed };
  });
}

/** Several times what the longest takes on a slow machine, and the least with which it waits in the line of what takes long. */
const pdfPatienceMs = 10_000;

/** Put together in a child process, when the transaction is over. @throws Problem 503 when it is more than a child process can take. */
async function bytesOf(
  childProcesses: ChildProcesses,
  file: Exported["file"] | FinancePdf,
  caller: string,
  language: Language,
): Promise<Buffer> {
  if (Buffer.isBuffer(file)) return file;
  if (Array.isArray(file)) {
    return xlsxInChild(childProcesses, { sheets: file, rightToLeft: languages[language].direction === "rtl" }, caller);
  }
  const making = childProcesses.run("financePdf", file, caller, pdfPatienceMs);
  return Buffer.from(await runOrRefuse(making, () => new Problem("unavailable")));
}

async function filesOfRequest(tx: Tx, id: number): Promise<FinancePdf["files"]> {
  return (await filesLaidWith(tx, id)).map(({ file, author, created_at }) => ({
    name: file.name,
    author: author.fullname,
    day: created_at.toISOString().slice(0, 10),
  }));
}

const approversOf = ({ steps }: FinancePdf["request"]): number[] =>
  steps.flatMap(({ state, decided_by: by }) => (state === "approved" && by ? [by.id] : []));

/** The organisation, and what day it is there. */
async function headOf(tx: Tx): Promise<Head> {
  return (await tx.one<Head>(here)) ?? { name: "", logo: null, today: "" };
}

/** Empty filter values count as absent. */
const filled = (query: unknown) =>
  Object.fromEntries(Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== ""));
