import type { FastifyInstance } from "fastify";
import * as project from "../../../shared/insights/analytics/project-analytics.contract";
import * as task from "../../../shared/insights/analytics/task-analytics.contract";
import * as department from "../../../shared/insights/analytics/department-analytics.contract";
import * as reports from "../../../shared/insights/analytics/reports.contract";
import * as user from "../../../shared/insights/analytics/user-analytics.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { listProjectAnalytics, readProjectAnalytics } from "./project-analytics.service";
import { readDepartmentAnalytics } from "./department-analytics.service";
import { listFigureOfDepartment } from "./department-list.service";
import { listProjectFigureTasks } from "./project-list.service";
import { listReports, createReportSubscription, deleteReportSubscription } from "./reports.service";
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
