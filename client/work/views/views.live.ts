import { listBin } from "../../../shared/work/bin/bin.contract";
import type { ProjectEvents } from "../../../shared/work/projects/projects.events";
import type { TaskEvents } from "../../../shared/work/tasks/tasks.events";
import { listFavoriteViews, listViews } from "../../../shared/work/views/views.contract";
import type { ViewEvents } from "../../../shared/work/views/views.events";
import { type LiveCache, type LiveUpdates, onEach } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";

const views = (_: unknown, cache: LiveCache) => cache.refetch(listViews, listFavoriteViews);

const viewsAndBin = ({ data }: { data: { project_id: number | null } }, cache: LiveCache) => {
  cache.refetch(listViews, listFavoriteViews);
  if (data.project_id !== null) cache.refetchSoon(queryKeyOf(listBin, { id: data.project_id }));
};

/** Views list deleted tags and columns, and favorites depend on access to their projects. */
const refetchViews = (_: unknown, cache: LiveCache) => cache.refetchSoon(listViews);
const refetchFavorites = (_: unknown, cache: LiveCache) => cache.refetchSoon(listFavoriteViews);

export const viewsLive: LiveUpdates<ViewEvents, ProjectEvents & TaskEvents> = {
  ...onEach(["view.created", "view.deleted"], viewsAndBin),
  "view.updated": views,
  "tag.deleted": refetchViews,
  "column.deleted": refetchViews,
  "column.restored": refetchViews,
  "project.updated": refetchFavorites,
  "project.deleted": refetchFavorites,
  "member.added": refetchFavorites,
  "member.updated": refetchFavorites,
  "member.removed": refetchFavorites,
};
