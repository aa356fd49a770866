import type { FastifyInstance, FastifyRequest } from "fastify";
import { languages } from "../../../../shared/kernel/languages";
import { string } from "../../../../shared/kernel/schemas";
import { callerKeyOf } from "../../child-processes";
import type { Tx } from "../../database/unit-of-work";
import { logSecurityInOwnTransaction } from "../../security-log";
import type { Actor } from "../../session";
import { csvOfSheet, type Sheet, xlsxInChild } from "../../spreadsheet";
import type { Translate } from "../../text";
import { textFor } from "../reader-language";
import { authorizeCall, type GuardedEndpoint } from "./guards";
import { generatedFileTypes, serveGeneratedFile } from "./serve-generated-file";

export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The format in the query of an export. */
export const exportFormatField = () =>
  string()
    .oneOf([...exportFormats], "field.oneOf")
    .required("field.required");

export interface ExportedFile {
  /** Sheets, of which a CSV file contains the first one, or a finished file. */
  file: Buffer | Sheet[];
  /** Exported and total number of rows; null when the file is complete. */
  cut: { shown: number; total: number } | null;
}

export interface ExportCall {
  tx: Tx;
  actor: Actor;
  text: Translate;
  request: FastifyRequest;
}

interface NamedExport extends ExportedFile {
  format: ExportFormat;
  /** Name of the file without its extension. */
  name: string;
}

/**
 * Serves sheets as a CSV or Excel file, with the guards of regular endpoints in the same order. Not in the contract, because responses aren't
 * JSON. The header `x-rows` of a truncated list contains the exported and the total number of rows. Each export is written to the security log.
 * @param scope what the security log says was exported
 * @param read reads the content in a transaction that ends before an Excel file is built
 */
export function serveSheets(
  app: FastifyInstance,
  path: string,
  guards: GuardedEndpoint,
  scope: string,
  read: (call: ExportCall) => Promise<NamedExport>,
): void {
  serveGeneratedFile(app, path, async (tenantId, request, reply) => {
    const { file, cut, format, name, language, caller } = await app.platform.unitOfWork(
      { tenantId, readOnly: true },
      async (tx) => {
        const actor = await authorizeCall(app, guards, tx, request, reply);
        const text = textFor(request);
        const exported = await read({ tx, actor, text, request });
        return { ...exported, language: text.language, caller: callerKeyOf(actor) };
      },
    );
    await logSecurityInOwnTransaction(app.platform, request.origin, { kind: "exported", facts: { scope } });
    if (cut) reply.header("x-rows", `${cut.shown}/${cut.total}`);
    const bytesOf = (sheets: Sheet[]) => {
      if (format === "csv") return csvOfSheet(sheets[0] ?? { titles: [], rows: [] }, language);
      const rightToLeft = languages[language].direction === "rtl";
      return xlsxInChild(app.platform.childProcesses, { sheets, rightToLeft }, caller);
    };
    const bytes = Buffer.isBuffer(file) ? file : await bytesOf(file);
    return { bytes, type: generatedFileTypes[format], name: `${name}.${format}` };
  });
}
