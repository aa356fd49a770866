import type { FastifyInstance } from "fastify";
import { object } from "yup";
import { assertValidPeriod } from "../../../shared/insights/analytics/analytics.schema";
import * as contract from "../../../shared/insights/booking-reports/booking-reports.contract";
import { withoutEmpty } from "../../platform/http/serve/input";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { exportFormatField, serveSheets } from "../../platform/http/serve/serve-sheets";
import { validateInput } from "../../platform/http/validate";
import { bookingsSheet, reportSheets } from "./booking-reports.export";
import { listBookingsOfReport, readBookingReport, reportWithBookings } from "./booking-reports.service";

const exportQuery = object({
  ...contract.reportShape,
  format: exportFormatField(),
}).test("period", "field.endBeforeStart", assertValidPeriod);

/** Report, lists and export. The export uses the same guards but isn't in the contract, because its response isn't JSON. */
export function registerBookingReportsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.readBookingReport, async ({ tx, actor, query }) => ({
    data: await readBookingReport(tx, actor, query),
  }));
  serveEndpoint(app, contract.listReportFigure, ({ tx, actor, query }) => listBookingsOfReport(tx, actor, query));
  serveSheets(
    app,
    "/reservations/report/export",
    contract.readBookingReport,
    "bookings",
    async ({ tx, actor, text, request }) => {
      const { format, ...query } = validateInput(exportQuery, withoutEmpty(request.query));
      const { report, bookings, total } = await reportWithBookings(tx, actor, query, format);
      const sheet = bookingsSheet(report, bookings, total, text);
      const file = format === "csv" ? [sheet] : reportSheets(report, sheet, text);
      const cut = bookings.length < total ? { shown: bookings.length, total } : null;
      return { file, cut, format, name: `bookings-${report.from}-${report.to}` };
    },
  );
}
