import type { FastifyInstance } from "fastify";
import { object } from "yup";
import { pathId } from "../../../shared/kernel/fields";
import { languageOf, languages } from "../../../shared/kernel/languages";
import { Problem } from "../../../shared/kernel/problems";
import { string } from "../../../shared/kernel/schemas";
import { periodOfMonth } from "../../../shared/people/payroll/payroll.rules";
import * as contract from "../../../shared/requests/accounting/accounting.contract";
import * as coding from "../../../shared/requests/accounting/coding.contract";
import type { Posting } from "../../../shared/requests/accounting/accounting.rules";
import { exportFileFormats } from "../../../shared/requests/accounting/accounting.schema";
import { datevFile, toWindows1252 } from "../../../shared/requests/accounting/datev-file";
import { minusMoney } from "../../../shared/kernel/money";
import { callerKeyOf } from "../../platform/child-processes";
import { authorizeCall } from "../../platform/http/serve/guards";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { generatedFileTypes, serveGeneratedFile } from "../../platform/http/serve/serve-generated-file";
import { validateInput, validateParams } from "../../platform/http/validate";
import { csvOfSheet, type Sheet, type SheetCell, xlsxInChild } from "../../platform/spreadsheet";
import { type Translate, translator } from "../../platform/text";
import { amountOf, dayOf } from "../money/request-sheets";
import { changeCoding, readCoding } from "./coding.service";
import * as service from "./accounting.service";
import type { ExportRow } from "./accounting.sql";

const fileParams = object({ id: pathId("accountingExport") });
const fileQuery = object({
  format: string()
    .oneOf([...exportFileFormats], "field.oneOf")
    .required("field.required"),
});

export function registerAccountingRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.readAccountingSettings, async ({ tx }) => ({ data: await service.readSettings(tx) }));
  serveEndpoint(app, contract.updateAccountingSettings, async ({ tx, body, text }) => ({
    message: text("accounting.settingsSaved"),
    data: await service.changeSettings(tx, body),
  }));
  serveEndpoint(app, contract.previewAccountingExport, async ({ tx, actor, query }) => ({
    data: await service.previewExport(tx, actor, query),
  }));
  serveEndpoint(app, contract.listAccountingExports, ({ tx, query }) => service.listExports(tx, query));
  serveEndpoint(app, contract.createAccountingExport, async ({ tx, actor, body, text }) => {
    const data = await service.createExport(tx, actor, body);
    return { message: text("accounting.exported", { number: data.number }), data };
  });
  serveEndpoint(app, contract.confirmAccountingImport, async ({ tx, actor, params, text }) => ({
    message: text("accounting.imported"),
    data: await service.confirmImport(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.takeBackAccountingExport, async ({ tx, actor, params, text }) => ({
    message: text("accounting.takenBack"),
    data: await service.takeBackExport(tx, actor, params.id),
  }));
  serveEndpoint(app, coding.readCoding, async ({ tx, actor, params }) => ({
    data: await readCoding(tx, actor, params.id),
  }));
  serveEndpoint(app, coding.changeCoding, async ({ tx, actor, body, text }) => {
    const changed = await changeCoding(tx, actor, body);
    return { message: text("accounting.coded", { count: changed }), data: { changed } };
  });
  registerFile(app);
}

/**
 * `GET /accounting/export/:id/file`: the postings of an export, the same on each call. Not in the contract, because its response isn't JSON;
 * it has the guards of the list. Each download is written to the security log.
 */
function registerFile(app: FastifyInstance): void {
  const list = contract.listAccountingExports;
  serveGeneratedFile(app, `${list.path}/:id/file`, async (tenantId, request, reply) => {
    const exportedFile = await app.platform.unitOfWork({ tenantId, origin: request.origin }, async (tx) => {
      const actor = await authorizeCall(app, list, tx, request, reply);
      const { id } = validateParams(fileParams, request.params);
      const { format } = validateInput(fileQuery, request.query);
      const language = languageOf(request.headers["accept-language"] ?? actor.language ?? undefined);
      return { ...(await service.loadExport(tx, actor, id)), format, language, caller: callerKeyOf(actor) };
    });
    const { row, postings, format, language } = exportedFile;
    const name = `accounting-${row.month}-${row.number}`;
    // DATEV finds batches by the prefix of the file's name.
    if (format === "datev")
      return { bytes: datevBytes(row, postings), type: "text/csv; charset=windows-1252", name: `EXTF_${name}.csv` };
    const sheet = sheetOf(row, postings, translator(language));
    const workbook = { sheets: [sheet], rightToLeft: languages[language].direction === "rtl" };
    const bytes =
      format === "csv"
        ? csvOfSheet(sheet, language)
        : await xlsxInChild(app.platform.childProcesses, workbook, exportedFile.caller);
    return { bytes, type: generatedFileTypes[format], name: `${name}.${format}` };
  });
}

function datevBytes(row: ExportRow, postings: readonly Posting[]): Buffer {
  const { consultantNumber, clientNumber, fiscalMonth, accountLength, currency, month } = row;
  if (row.datevProblem !== null || consultantNumber === null || clientNumber === null)
    throw new Problem("accounting.noDatevFile");
  const batch = {
    consultantNumber,
    clientNumber,
    fiscalMonth,
    accountLength,
    currency,
    postings,
    createdAt: row.createdAt.toISOString(),
    name: `Export ${row.number} ${month}`,
    period: periodOfMonth(month),
  };
  return Buffer.from(toWindows1252(datevFile(batch)));
}

/** Columns with their widths. */
const columns = {
  postingDay: 12,
  document: 18,
  number: 16,
  text: 50,
  debit: 12,
  credit: 12,
  net: 14,
  tax: 12,
  total: 14,
  currency: 9,
  vatRate: 10,
  taxKey: 10,
  foreignAmount: 16,
  foreignCurrency: 9,
  rate: 14,
  serviceFrom: 12,
  serviceTo: 12,
  dueOn: 12,
  costCentre: 14,
} as const;

function sheetOf(
  { month, currency }: ExportRow,
  postings: readonly (Posting & { number: string })[],
  text: Translate,
): Sheet {
  const rows = postings.map((posting) => {
    const { foreign, amount, tax } = posting;
    const cells: Record<keyof typeof columns, SheetCell> = {
      postingDay: dayOf(posting.day),
      document: posting.document,
      number: posting.number,
      text: posting.text,
      debit: posting.debit,
      credit: posting.credit,
      net: amountOf(minusMoney(amount, tax, currency)),
      tax: amountOf(tax),
      total: amountOf(amount),
      currency,
      vatRate: amountOf(posting.taxPercent),
      taxKey: posting.taxKey,
      foreignAmount: amountOf(foreign && foreign.amount),
      foreignCurrency: foreign && foreign.currency,
      rate: amountOf(foreign && foreign.rate),
      serviceFrom: dayOf(posting.serviceFrom),
      serviceTo: dayOf(posting.serviceTo),
      dueOn: dayOf(posting.dueOn),
      costCentre: posting.costCentre,
    };
    return Object.values(cells);
  });
  const titles = Object.keys(columns).map((column) => text(`document.column.${column}`));
  return { name: month, titles, rows, widths: Object.values(columns) };
}
