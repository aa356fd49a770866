import type { RouteObject } from "react-router-dom";
import { paths } from "../../platform/paths";
import { lazyScreen } from "../../ui/states/chunks";
import type { RouteHandle } from "../Root";

const handle = (of: RouteHandle) => of;
const analytics = () => import("../../analytics/analytics.pages");

/** Figures, with the charts that come with these screens alone. */
export const analyticsRoutes: RouteObject[] = [
  {
    // One's own figures are for everybody; whose else, the server decides person by person.
    path: `${paths.analyticsUser()}/:id?`,
    handle: handle({ title: "title.analyticsUser" }),
    lazy: lazyScreen(analytics, "UserAnalyticsPage"),
  },
  {
    path: `${paths.analyticsTask()}/:id?`,
    handle: handle({ title: "title.analyticsTask", permission: "analytics-task-list" }),
    lazy: lazyScreen(analytics, "TaskAnalyticsPage"),
  },
  {
    path: paths.analyticsDepartment,
    handle: handle({ title: "title.analyticsDepartment", permission: "analytics-department-list" }),
    lazy: lazyScreen(analytics, "DepartmentAnalyticsPage"),
  },
  {
    path: `${paths.analyticsProject()}/:id?`,
    handle: handle({ title: "title.analyticsProject", permission: "analytics-project-list" }),
    lazy: lazyScreen(analytics, "ProjectAnalyticsPage"),
  },
  {
    path: paths.projectAnalytics(":id"),
    handle: handle({ title: "title.analyticsProject", permission: "analytics-project-list" }),
    lazy: lazyScreen(analytics, "ProjectAnalyticsTab"),
  },
];
