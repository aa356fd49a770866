import { listRecentActivity } from "../../../shared/work/activity/activity.contract";
import { listMyWork } from "../../../shared/work/my-work/my-work.contract";
import { assignableProjectUsers, assignableUsers } from "../../../shared/work/projects/assignable.contract";
import { editableProject, listProjects, readProject } from "../../../shared/work/projects/projects.contract";
import { listMyTasks } from "../../../shared/work/tasks/tasks.contract";
import { listGroups, readGroup, selectGroups } from "../../../shared/people/groups/groups.contract";
import type { GroupEvents } from "../../../shared/people/groups/groups.events";
import { type LiveCache, type LiveUpdates, recordUpdates } from "../../platform/live/live-updates";

/** The user gained or lost projects. */
const ownProjects = (_: unknown, cache: LiveCache) => {
  cache.refetchSoon(listProjects, readProject, editableProject, assignableProjectUsers);
  cache.refetchSoon(listMyTasks, listMyWork, listRecentActivity);
};

export const groupsLive: LiveUpdates<GroupEvents> = {
  // Groups are part of projects and offered in user pickers.
  ...recordUpdates(
    "group",
    [listGroups, readGroup, selectGroups],
    [assignableUsers, assignableProjectUsers, readProject, editableProject, listProjects],
  ),
  "group.projects_changed": ownProjects,
};
