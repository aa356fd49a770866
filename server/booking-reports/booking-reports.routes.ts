import type { FastifyInstance } from "fastify";
import { object } from "yup";
import { refusesPeriod } from "../../shared/analytics/analytics.schema";
import * as contract from "../../shared/booking-reports/booking-reports.contract";
import { languageOf, languages } from "../../shared/kernel/languages";
import { string } from "../../shared/kernel/schemas";
import { admit, serve } from "../platform/http/serve/serve";
import { madeTypes, serveMade } from "../platform/http/serve/serve-made";
import { validate } from "../platform/http/validate";
import { logSecurityApart } from "../platform/security-log";
import { csvOfSheet, xlsxInChild } from "../platform/spreadsheet";
import { translator } from "../platform/text";
import { callerOf } from "../platform/child-processes";
import { bookingsSheet, reportSheets } from "./booking-reports.export";
import { listBookingsOfReport, readBookingReport, reportWithBookings } from "./booking-reports.service";

const exportQuery = object({
  ...contract.reportShape,
  format: string().oneOf(["csv", "xlsx"], "field.oneOf").required("field.required"),
}).test("period", "field.endBeforeStart", refusesPeriod);

/** The report and the lists behind it; as a file by the same guards, not in the contract, since its answer is no JSON. */
export function registerBookingReportsRoutes(app: FastifyInstance): void {
  serve(app, contract.readBookingReport, async ({ tx, actor, query }) => ({
    data: await readBookingReport(tx, actor, query),
  }));
  serve(app, contract.listReportFigure, ({ tx, actor, query }) => listBookingsOfReport(tx, actor, query));
  serveMade(app, "/reservations/report/export", async (tenantId, request, reply) => {
    const { found, format, text, caller } = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
      const actor = await admit(app, contract.readBookingReport, tx, request, reply);
      const { format, ...query } = validate(exportQuery, filled(request.query));
      const language = languageOf(request.headers["accept-language"] ?? actor.language ?? undefined);
      const found = await reportWithBookings(tx, actor, query, format);
      return { found, format, text: translator(language), caller: callerOf(actor) };
    });
    const { report, bookings, total } = found;
    await logSecurityApart(app.platform, request.origin, { kind: "exported", facts: { scope: "bookings" } });
    const sheet = bookingsSheet(report, bookings, total, text);
    const rightToLeft = languages[text.language].direction === "rtl";
    const workbook = { sheets: reportSheets(report, sheet, text), rightToLeft };
    const bytes =
      format === "csv" ? csvOfSheet(sheet) : await xlsxInChild(app.platform.childProcesses, workbook, caller);
    if (bookings.length < total) reply.header("x-rows", `${bookings.length}/${total}`);
    return { bytes, type: madeTypes[format], name: `bookings-${report.today}.${format}` };
  });
}

/** Empty filter values count as absent. */
const filled = (query: unknown) =>
  Object.fromEntries(Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== ""));
