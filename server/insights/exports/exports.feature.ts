import type { ServerFeature } from "../../platform/features";
import { registerExportsRoutes } from "./exports.routes";
import { canReadExportFile } from "./exports.service";
import { belongsToOtherUser } from "./person-tables";

export const exportsFeature: ServerFeature = {
  routes: [registerExportsRoutes],
  fileReaders: [canReadExportFile],
  personalData: {
    areas: { person: "file.uploaded_by", access: "data_export.user_id" },
    conditions: { file: `NOT ${belongsToOtherUser("file.id", "$1")}` },
  },
  unexportedTables: "data_export",
};
