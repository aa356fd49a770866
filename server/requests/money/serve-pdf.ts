import type { FastifyInstance } from "fastify";
import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import { Problem } from "../../../shared/kernel/problems";
import { printedSignatures, type SignatureFile, signatureFiles } from "../../people/people/printed-signatures";
import { callerKeyOf, runOrRefuse } from "../../platform/child-processes";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { textFor } from "../../platform/http/reader-language";
import { authorizeCall, type GuardedEndpoint } from "../../platform/http/serve/guards";
import { generatedFileTypes, serveGeneratedFile } from "../../platform/http/serve/serve-generated-file";
import type { ExportCall } from "../../platform/http/serve/serve-sheets";
import type { RequestPdf } from "./request-pdf";

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
 * Serves the PDF of a request, with the guards of regular endpoints in the same order. Not in the contract, because responses aren't JSON.
 * @throws Problem 503 when it exceeds a child process's limits.
 */
export function servePdf(
  app: FastifyInstance,
  path: string,
  guards: GuardedEndpoint,
  read: (call: ExportCall) => Promise<PdfFile>,
): void {
  serveGeneratedFile(app, path, async (tenantId, request, reply) => {
    const { name, signed, render, caller } = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
      const actor = await authorizeCall(app, guards, tx, request, reply);
      return { ...(await read({ tx, actor, text: textFor(request), request })), caller: callerKeyOf(actor) };
    });
    const signatures = await printedSignatures(app.platform, caller, signed);
    const bytes = await runOrRefuse(render(signatures, caller), () => new Problem("unavailable"));
    return { bytes: Buffer.from(bytes), type: generatedFileTypes.pdf, name: `${name}.pdf` };
  });
}

const pdfHeadStatement = sql(
  "finance.pdfHead",
  `SELECT name, logo_mark AS logo, tenant_today()::text AS today, time_zone AS "timeZone" FROM tenant WHERE id = current_tenant()`,
);

interface Head {
  name: string;
  /** Small PNG of the tenant's logo; null without a logo. */
  logo: Uint8Array | null;
  today: string;
  timeZone: string;
}

export async function tenantHead(tx: Tx): Promise<Omit<RequestPdf, "signatures" | "language">> {
  const { name, ...head } = (await tx.one<Head>(pdfHeadStatement)) ?? {
    name: "",
    logo: null,
    today: "",
    timeZone: "UTC",
  };
  return { tenant: name, ...head };
}

export const signaturesOfApprovers = (tx: Tx, steps: readonly RequestStep[]): Promise<SignatureFile[]> =>
  signatureFiles(
    tx,
    steps.flatMap(({ state, decided_by: by }) => (state === "approved" && by ? [by.id] : [])),
  );
