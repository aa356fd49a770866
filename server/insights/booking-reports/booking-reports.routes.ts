import type { FastifyInstance } from "fastify";
import { object } from "yup";
import { assertValidPeriod } from "../../../shared/insights/analytics/analytics.schema";
import * as contract from "../../../shared/insights/booking-reports/booking-reports.contract";
import { languageOf, languages } from "../../../shared/kernel/languages";
import { string } from "../../../shared/kernel/schemas";
import { authorizeCall } from "../../platform/http/serve/guards";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { generatedFileTypes, serveGeneratedFile } from "../../platform/http/serve/serve-generated-file";
import { validateInput } from "../../platform/http/validate";
import { logSecurityInOwnTransaction } from "../../platform/security-log";
import { csvOfSheet, xlsxInChild } from "../../platform/spreadsheet";
import { translator } from "../../platform/text";
import { callerKeyOf } from "../../platform/child-processes";
import { bookingsSheet, reportSheets } from "./booking-reports.export";
import { listBookingsOfReport, readBookingReport, reportWithBookings } from "./booking-reports.service";

const exportQuery = object({
  ...contract.reportShape,
  format: string().oneOf(["csv", "xlsx"], "field.oneOf").required("field.required"),
}).test("period", "field.endBeforeStart", assertValidPeriod);

/** Report, lists and export. The export uses the same guards but isn't in the contract, because its response isn't JSON. */
export function registerBookingReportsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.readBookingReport, async ({ tx, actor, query }) => ({
    data: await readBookingReport(tx, actor, query),
  }));
  serveEndpoint(app, contract.listReportFigure, ({ tx, actor, query }) => listBookingsOfReport(tx, actor, query));
  serveGeneratedFile(app, "/reservations/report/export", async (tenantId, request, reply) => {
    const { found, format, text, caller } = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
      const actor = await authorizeCall(app, contract.readBookingReport, tx, request, reply);
      const { format, ...query } = validateInput(exportQuery, filled(request.query));
      const language = languageOf(request.headers["accept-language"] ?? actor.language ?? undefined);
      const found = await reportWithBookings(tx, actor, query, format);
      return { found, format, text: translator(language), caller: callerKeyOf(actor) };
    });
    const { report, bookings, total } = found;
    await logSecurityInOwnTransaction(app.platform, request.origin, { kind: "exported", facts: { scope: "bookings" } });
    const sheet = bookingsSheet(report, bookings, total, text);
    const rightToLeft = languages[text.language].direction === "rtl";
    const workbook = { sheets: reportSheets(report, sheet, text), rightToLeft };
    const bytes =
      format === "csv"
        ? csvOfSheet(sheet, text.language)
        : await xlsxInChild(app.platform.childProcesses, workbook, caller);
    if (bookings.length < total) reply.header("x-rows", `${bookings.length}/${total}`);
    return { bytes, type: generatedFileTypes[format], name: `bookings-${report.from}-${report.to}.${format}` };
  });
}

/** Empty filter values count as absent. */
const filled = (query: unknown) =>
  Object.fromEntries(Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== ""));
