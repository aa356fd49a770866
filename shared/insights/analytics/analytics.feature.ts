import { defineFeature } from "../../kernel/feature";
import * as analyticsReports from "./reports.contract";
import * as departmentAnalytics from "./department-analytics.contract";
import * as projectAnalytics from "./project-analytics.contract";
import * as taskAnalytics from "./task-analytics.contract";
import * as userAnalytics from "./user-analytics.contract";
import { reportEvents } from "./reports.events";

export const analyticsFeature = defineFeature({
  contracts: { projectAnalytics, taskAnalytics, departmentAnalytics, userAnalytics, analyticsReports },
  events: reportEvents,
});
