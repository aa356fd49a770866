import { listExports } from "../../../shared/insights/exports/exports.contract";
import type { ExportEvents } from "../../../shared/insights/exports/exports.events";
import type { LiveUpdates } from "../../platform/live/live-updates";

export const exportsLive: LiveUpdates<ExportEvents> = {
  "export.changed": (_, cache) => cache.refetch(listExports),
};
