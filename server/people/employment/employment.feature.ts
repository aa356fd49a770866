import type { ServerFeature } from "../../platform/features";
import { registerEmploymentRoutes } from "./employment.routes";
import { canReadEntryFile } from "./entry.service";

export const employmentFeature: ServerFeature = {
  routes: [registerEmploymentRoutes],
  fileReaders: [canReadEntryFile],
};
