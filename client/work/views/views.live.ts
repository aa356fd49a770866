import type { ProjectEvents } from "../../../shared/work/projects/projects.events";
import type { TaskEvents } from "../../../shared/work/tasks/tasks.events";
import { favoriteViews, listViews } from "../../../shared/work/views/views.contract";
import type { ViewEvents } from "../../../shared/work/views/views.events";
import { type LiveCache, type LiveUpdates, onEach, recordChanges } from "../../platform/live/live-updates";

const views = (_: unknown, cache: LiveCache) => cache.refetch(listViews, favoriteViews);

/** Views list deleted tags and columns, and favorites depend on access to their projects. */
const named = (_: unknown, cache: LiveCache) => cache.refetchSoon(listViews);
const favorites = (_: unknown, cache: LiveCache) => cache.refetchSoon(favoriteViews);

export const viewsLive: LiveUpdates<ViewEvents, ProjectEvents & TaskEvents> = {
  ...onEach(recordChanges("view"), views),
  "tag.deleted": named,
  "column.deleted": named,
  "project.updated": favorites,
  "project.deleted": favorites,
  "member.added": favorites,
  "member.updated": favorites,
  "member.removed": favorites,
};
