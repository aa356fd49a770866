import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Permission, PlanFeature } from "../../../shared/kernel/access";
import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import { type Language, languages } from "../../../shared/kernel/languages";
import { Problem } from "../../../shared/kernel/problems";
import { printedSignatures, type SignatureFile, signatureFiles } from "../../people/people/printed-signatures";
import { callerKeyOf, runOrRefuse } from "../../platform/child-processes";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { textFor } from "../../platform/http/reader-language";
import { authorizeCall } from "../../platform/http/serve/guards";
import { generatedFileTypes, serveGeneratedFile } from "../../platform/http/serve/serve-generated-file";
import { logSecurityInOwnTransaction } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import { xlsxInChild } from "../../platform/spreadsheet";
import type { Translate } from "../../platform/text";
import type { RequestPdf } from "./request-pdf";
import type { ExportedFile, ExportFormat } from "./request-sheets";

interface Asked {
  tx: Tx;
  actor: Actor;
  text: Translate;
  request: FastifyRequest;
}

interface ListFile extends ExportedFile {
  kind: ExportFormat;
  name: string;
}

interface PdfFile {
  name: string;
  /** Signature files, read after the transaction. */
  signed: readonly SignatureFile[];
  /** Renders it in a child process. */
  render(signatures: RequestPdf["signatures"], caller: string): Promise<Uint8Array>;
}

/** In milliseconds: several times the longest rendering on a slow machine, and the minimum for the queue of slow tasks. */
export const pdfTimeoutMs = 10_000;

/**
 * Serves files of a request family, with the guards of regular endpoints in the same order. Not in the contract, because responses aren't
 * JSON. The header `x-rows` of a truncated list contains the exported and the total number of rows. Exported lists are written to the
 * security log.
 */
export function serveRequestFiles(
  app: FastifyInstance,
  guards: { feature: PlanFeature; permission: Permission; scope: string },
) {
  const { scope, ...required } = guards;
  const serve = <Found>(
    path: string,
    find: (asked: Asked) => Promise<Found>,
    make: (
      found: Found,
      about: { caller: string; language: Language; request: FastifyRequest },
    ) => Promise<{ bytes: Buffer; kind: keyof typeof generatedFileTypes; name: string; cut?: ExportedFile["cut"] }>,
  ) =>
    serveGeneratedFile(app, path, async (tenantId, request, reply) => {
      const { found, ...about } = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
        const actor = await authorizeCall(app, required, tx, request, reply);
        const text = textFor(request);
        const result = await find({ tx, actor, text, request });
        return { found: result, caller: callerKeyOf(actor), language: text.language, request };
      });
      const { bytes, kind, name, cut } = await make(found, about);
      if (cut) reply.header("x-rows", `${cut.shown}/${cut.total}`);
      return { bytes, type: generatedFileTypes[kind], name: `${name}.${kind}` };
    });
  return {
    list: (path: string, find: (asked: Asked) => Promise<ListFile>) =>
      serve(path, find, async ({ file, ...facts }, { caller, language, request }) => {
        await logSecurityInOwnTransaction(app.platform, request.origin, { kind: "exported", facts: { scope } });
        const rightToLeft = languages[language].direction === "rtl";
        const bytes = Buffer.isBuffer(file)
          ? file
          : await xlsxInChild(app.platform.childProcesses, { sheets: file, rightToLeft }, caller);
        return { bytes, ...facts };
      }),
    /** The PDF of a request. @throws Problem 503 when it exceeds a child process's limits. */
    pdf: (path: string, find: (asked: Asked) => Promise<PdfFile>) =>
      serve(path, find, async ({ name, signed, render }, { caller }) => {
        const signatures = await printedSignatures(app.platform, caller, signed);
        const bytes = await runOrRefuse(render(signatures, caller), () => new Problem("unavailable"));
        return { bytes: Buffer.from(bytes), kind: "pdf", name };
      }),
  };
}

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

export async function tenantHead(tx: Tx): Promise<Omit<RequestPdf, "signatures" | "language">> {
  const { name, ...head } = (await tx.one<Head>(pdfHeadStatement)) ?? { name: "", logo: null, today: "" };
  return { tenant: name, ...head };
}

export const signaturesOfApprovers = (tx: Tx, steps: readonly RequestStep[]): Promise<SignatureFile[]> =>
  signatureFiles(
    tx,
    steps.flatMap(({ state, decided_by: by }) => (state === "approved" && by ? [by.id] : [])),
  );

/** Empty filter values count as absent. */
export const filledQuery = (query: unknown) =>
  Object.fromEntries(Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== ""));
