import type { FastifyInstance } from "fastify";
import * as project from "../../../shared/insights/analytics/project-analytics.contract";
import * as task from "../../../shared/insights/analytics/task-analytics.contract";
import * as department from "../../../shared/insights/analytics/department-analytics.contract";
import * as reports from "../../../shared/insights/analytics/reports.contract";
import * as user from "../../../shared/insights/analytics/user-analytics.contract";
import { Problem } from "../../../shared/kernel/problems";
import { callerKeyOf, runOrRefuse } from "../../platform/child-processes";
import { languageFor } from "../../platform/http/reader-language";
import { authorizeCall } from "../../platform/http/serve/guards";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { generatedFileTypes, serveGeneratedFile } from "../../platform/http/serve/serve-generated-file";
import { validateInput } from "../../platform/http/validate";
import { logSecurityInOwnTransaction } from "../../platform/security-log";
import { listProjectAnalytics, readProjectAnalytics } from "./project-analytics.service";
import { readDepartmentAnalytics } from "./department-analytics.service";
import { listFigureOfDepartment } from "./department-list.service";
import { listProjectFigureTasks } from "./project-list.service";
import { listReports, createReportSubscription, deleteReportSubscription, readReportPdf } from "./reports.service";
import { listTaskAnalytics, readTaskAnalytics } from "./task-analytics.service";
import { listFigureOfTask } from "./task-list.service";
import {
  listDaysOfPerson,
  listFigureOfPerson,
  listReviewsOfPerson,
  listUserAnalytics,
  readUserAnalytics,
} from "./user-analytics.service";

export function registerAnalyticsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, project.listProjectAnalytics, async ({ tx, actor }) => ({
    data: await listProjectAnalytics(tx, actor),
  }));
  serveEndpoint(app, project.readProjectAnalytics, async ({ tx, actor, params, query }) => ({
    data: await readProjectAnalytics(tx, actor, params.id, query, new Date()),
  }));
  serveEndpoint(app, project.listProjectFigure, ({ tx, actor, params, query }) =>
    listProjectFigureTasks(tx, actor, params.id, query, new Date()),
  );
  serveEndpoint(app, task.listTaskAnalytics, async ({ tx, actor }) => ({
    data: await listTaskAnalytics(tx, actor, new Date()),
  }));
  serveEndpoint(app, task.readTaskAnalytics, async ({ tx, actor, params }) => ({
    data: await readTaskAnalytics(tx, actor, params.id, new Date()),
  }));
  serveEndpoint(app, task.listTaskFigure, async ({ tx, actor, params, query }) => ({
    data: await listFigureOfTask(tx, actor, params.id, query.figure, new Date()),
  }));
  serveEndpoint(app, user.listUserAnalytics, async ({ tx, actor }) => ({ data: await listUserAnalytics(tx, actor) }));
  serveEndpoint(app, user.readUserAnalytics, async ({ tx, actor, params, query }) => ({
    data: await readUserAnalytics(tx, actor, params.id, query, new Date()),
  }));
  serveEndpoint(app, user.listUserFigure, ({ tx, actor, params, query }) =>
    listFigureOfPerson(tx, actor, params.id, query, new Date()),
  );
  serveEndpoint(app, user.listUserDays, async ({ tx, actor, params, query }) => ({
    data: await listDaysOfPerson(tx, actor, params.id, query),
  }));
  serveEndpoint(app, user.listUserReviews, ({ tx, actor, params, query }) =>
    listReviewsOfPerson(tx, actor, params.id, query),
  );
  serveEndpoint(app, reports.listReports, async ({ tx, actor }) => ({ data: await listReports(tx, actor) }));
  serveEndpoint(app, reports.subscribeToReport, async ({ tx, actor, body }) => ({
    data: await createReportSubscription(tx, actor, body, new Date()),
  }));
  registerReportPdf(app);
  serveEndpoint(app, reports.unsubscribeFromReport, async ({ tx, actor, params, text }) => {
    await deleteReportSubscription(tx, actor, params.id);
    return { message: text("report.stopped") };
  });
  serveEndpoint(app, department.readDepartmentAnalytics, async ({ tx, actor, query }) => ({
    data: await readDepartmentAnalytics(tx, actor, query),
  }));
  serveEndpoint(app, department.listDepartmentFigure, ({ tx, actor, query }) =>
    listFigureOfDepartment(tx, actor, query),
  );
}

const pdfTimeoutMs = 20_000;

/** `GET /analytics/report/file`: the PDF of a screen. The guards are those of the reports, then those of the screen. */
function registerReportPdf(app: FastifyInstance): void {
  serveGeneratedFile(app, `${reports.listReports.path}/file`, async (tenantId, request, reply) => {
    const { report, caller } = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
      const actor = await authorizeCall(app, reports.listReports, tx, request, reply);
      const query = validateInput(reports.reportPdfQuery, request.query);
      const data = await readReportPdf(tx, actor, query, languageFor(request), new Date());
      return { report: data, caller: callerKeyOf(actor) };
    });
    await logSecurityInOwnTransaction(app.platform, request.origin, {
      kind: "exported",
      facts: { scope: "analytics" },
    });
    const rendering = app.platform.childProcesses.run("analyticsReport", report, caller, pdfTimeoutMs);
    const bytes = Buffer.from(await runOrRefuse(rendering, () => new Problem("unavailable")));
    const { from, to } = report.view.data;
    return { bytes, type: generatedFileTypes.pdf, name: `analytics-${report.view.screen}-${from}-${to}.pdf` };
  });
}
