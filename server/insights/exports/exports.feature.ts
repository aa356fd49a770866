import type { ServerFeature } from "../../platform/features";
import { registerExportsRoutes } from "./exports.routes";
import { canReadExportFile } from "./exports.service";

export const exportsFeature: ServerFeature = {
  routes: [registerExportsRoutes],
  fileReaders: [canReadExportFile],
};
