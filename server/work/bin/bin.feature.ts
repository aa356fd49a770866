import type { ServerFeature } from "../../platform/features";
import { isOwnProject } from "../access/exported-projects";
import { moveProjectToBin } from "./bin.projects";
import { registerBinRoutes } from "./bin.routes";

export const binFeature = {
  routes: [registerBinRoutes],
  fills: { projectDeletion: moveProjectToBin },
  personalData: {
    areas: { tasks: "bin_entry.deleted_by" },
    conditions: { bin_entry: isOwnProject("bin_entry.project_id") },
  },
} satisfies ServerFeature;
