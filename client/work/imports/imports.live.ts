import type { ImportEvents } from "../../../shared/work/imports/imports.events";
import type { LiveUpdates } from "../../platform/live/live-updates";

/** Cache entry of the user's running import, written by its events. */
export const boardImportProgressKey = ["board-import-progress"];

export const importsLive: LiveUpdates<ImportEvents> = {
  // The project and its tasks come with the events of the project; boards are read when they are opened.
  "project.imported": () => {},
  "project_import.progress": ({ data }, cache) => cache.set(boardImportProgressKey, data),
};
