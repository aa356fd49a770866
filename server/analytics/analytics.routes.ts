import type { FastifyInstance } from "fastify";
import * as project from "../../shared/analytics/project-analytics.contract";
import * as task from "../../shared/analytics/task-analytics.contract";
import * as department from "../../shared/analytics/department-analytics.contract";
import * as reports from "../../shared/analytics/reports.contract";
import * as user from "../../shared/analytics/user-analytics.contract";
import { serve } from "../platform/http/serve/serve";
import { listProjectAnalytics, readProjectAnalytics } from "./project-analytics.service";
import { readDepartmentAnalytics } from "./department-analytics.service";
import { listFigureOfDepartment } from "./department-list.service";
import { listFigure } from "./project-list.service";
import { listReports, subscribeToReportOf, unsubscribeFromReportOf } from "./reports.service";
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
  serve(app, project.listProjectAnalytics, async ({ tx, actor }) => ({ data: await listProjectAnalytics(tx, actor) }));
  serve(app, project.readProjectAnalytics, async ({ tx, actor, params, query }) => ({
    data: await readProjectAnalytics(tx, actor, params.id, query, new Date()),
  }));
  serve(app, project.listProjectFigure, ({ tx, actor, params, query }) =>
    listFigure(tx, actor, params.id, query, new Date()),
  );
  serve(app, task.listTaskAnalytics, async ({ tx, actor }) => ({
    data: await listTaskAnalytics(tx, actor, new Date()),
  }));
  serve(app, task.readTaskAnalytics, async ({ tx, actor, params }) => ({
    data: await readTaskAnalytics(tx, actor, params.id, new Date()),
  }));
  serve(app, task.listTaskFigure, async ({ tx, actor, params, query }) => ({
    data: await listFigureOfTask(tx, actor, params.id, query.figure, new Date()),
  }));
  serve(app, user.listUserAnalytics, async ({ tx, actor }) => ({ data: await listUserAnalytics(tx, actor) }));
  serve(app, user.readUserAnalytics, async ({ tx, actor, params, query }) => ({
    data: await readUserAnalytics(tx, actor, params.id, query, new Date()),
  }));
  serve(app, user.listUserFigure, ({ tx, actor, params, query }) =>
    listFigureOfPerson(tx, actor, params.id, query, new Date()),
  );
  serve(app, user.listUserDays, async ({ tx, actor, params, query }) => ({
    data: await listDaysOfPerson(tx, actor, params.id, query),
  }));
  serve(app, user.listUserReviews, ({ tx, actor, params, query }) => listReviewsOfPerson(tx, actor, params.id, query));
  serve(app, reports.listReports, async ({ tx, actor }) => ({ data: await listReports(tx, actor) }));
  serve(app, reports.subscribeToReport, async ({ tx, actor, body }) => ({
    data: await subscribeToReportOf(tx, actor, body, new Date()),
  }));
  serve(app, reports.unsubscribeFromReport, async ({ tx, actor, params, text }) => {
    await unsubscribeFromReportOf(tx, actor, params.id);
    return { message: text("report.stopped") };
  });
  serve(app, department.readDepartmentAnalytics, async ({ tx, actor, query }) => ({
    data: await readDepartmentAnalytics(tx, actor, query),
  }));
  serve(app, department.listDepartmentFigure, ({ tx, actor, query }) => listFigureOfDepartment(tx, actor, query));
}
