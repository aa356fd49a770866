import { listBin } from "../../../shared/work/bin/bin.contract";
import type { BinEvents } from "../../../shared/work/bin/bin.events";
import { listDeletedProjects } from "../../../shared/work/projects/deleted-projects.contract";
import { type LiveCache, type LiveUpdates, onEach } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";

const bin = ({ data }: { data: { project_id: number } }, cache: LiveCache) =>
  cache.refetchSoon(queryKeyOf(listBin, { id: data.project_id }), listDeletedProjects);

export const binLive: LiveUpdates<BinEvents> = onEach(["bin_entry.purged"], bin);
