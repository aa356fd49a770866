import type { ServerFeature } from "../../platform/features";
import { isOwnProject } from "../access/exported-projects";
import { registerSeriesRoutes } from "./series.routes";

export const seriesFeature: ServerFeature = {
  routes: [registerSeriesRoutes],
  personalData: {
    areas: { tasks: "task_series.owner_id" },
    conditions: { task_series: isOwnProject("task_series.project_id") },
  },
};
