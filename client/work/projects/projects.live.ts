import { assignableProjectUsers } from "../../../shared/work/projects/assignable.contract";
import { listDeletedProjects } from "../../../shared/work/projects/deleted-projects.contract";
import { editableProject, listProjects, listTags, readProject } from "../../../shared/work/projects/projects.contract";
import type { ProjectEvents } from "../../../shared/work/projects/projects.events";
import { type LiveCache, type LiveUpdates, onEach, recordChanges } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";

const membershipChanges = ["member.added", "member.updated", "member.removed", "group.added", "group.removed"] as const;

/** Events of the project itself and of its members. */
export const projectChanges = [
  "project.created",
  "project.updated",
  "project.archived",
  "project.restored",
  "project.deleted",
  ...membershipChanges,
] as const;

const project = ({ data: { id } }: { data: { id: number } }, cache: LiveCache) =>
  cache.refetchSoon(listProjects, queryKeyOf(readProject, { id }), queryKeyOf(editableProject, { id }));

const projectAndBin = (event: { data: { id: number } }, cache: LiveCache) => {
  project(event, cache);
  cache.refetchSoon(listDeletedProjects);
};

const membership = ({ data: { project_id: id } }: { data: { project_id: number } }, cache: LiveCache) => {
  project({ data: { id } }, cache);
  cache.refetchSoon(queryKeyOf(assignableProjectUsers, { projectId: id }));
};

const tags = (_: unknown, cache: LiveCache) => cache.refetchSoon(listTags);

export const projectsLive: LiveUpdates<ProjectEvents> = {
  "project.created": project,
  "project.updated": project,
  "project.archived": project,
  ...onEach(["project.restored", "project.deleted"], projectAndBin),
  ...onEach(membershipChanges, membership),
  ...onEach(recordChanges("tag"), tags),
};
