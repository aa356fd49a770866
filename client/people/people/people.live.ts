import { assignableProjectUsers, assignableUsers } from "../../../shared/work/projects/assignable.contract";
import { readPersonAnalytics } from "../../../shared/people/people/person-work.contract";
import type { ImportEvents } from "../../../shared/work/imports/imports.events";
import type { ProjectEvents } from "../../../shared/work/projects/projects.events";
import type { SubtaskEvents } from "../../../shared/work/tasks/subtasks.events";
import type { TaskEvents } from "../../../shared/work/tasks/tasks.events";
import type { TimeEvents } from "../../../shared/work/time/time.events";
import { listDepartments, singleDepartment } from "../../../shared/people/departments/departments.contract";
import type { DepartmentEvents } from "../../../shared/people/departments/departments.events";
import type { GroupEvents } from "../../../shared/people/groups/groups.events";
import { listVisiblePeople } from "../../../shared/kernel/visible-users.contract";
import type { PeopleEvents, PeopleImportEvents } from "../../../shared/people/people/people.events";
import { listPersonFiles } from "../../../shared/people/people/person-files.contract";
import { listUserHistory } from "../../../shared/people/people/user-history.contract";
import * as users from "../../../shared/people/people/users.contract";
import { listPositions, singlePosition } from "../../../shared/people/positions/positions.contract";
import type { PositionEvents } from "../../../shared/people/positions/positions.events";
import { type LiveCache, type LiveUpdates, onEach, recordChanges } from "../../platform/live/live-updates";
import { assignedTaskChanges } from "../../work/my-work/my-work.live";

const lists = [users.listUsers, users.listEmployees, users.listAllEmployees, listVisiblePeople];
/** Responses with the complete record of one user. */
export const userPages = [users.readUser, users.editableUser, users.readOwnProfile, users.readProfile];

/** Events of a user account. */
export const userChanges = [
  "user.created",
  "user.updated",
  "user.activated",
  "user.deactivated",
  "user.left",
  "user.deleted",
] as const;

const person = (_: unknown, cache: LiveCache) => {
  cache.refetch(...lists, ...userPages, users.selectUsers, users.readSeats, listUserHistory, listPersonFiles);
  // Departments and positions show the number of their members.
  cache.refetch(listDepartments, singleDepartment, listPositions, singlePosition);
  cache.refetchSoon(assignableUsers, assignableProjectUsers);
};

/** The names of departments and positions are shown with each user. */
const names = (_: unknown, cache: LiveCache) => cache.refetchSoon(...lists, ...userPages);
const groups = (_: unknown, cache: LiveCache) => cache.refetchSoon(...userPages);
const work = (_: unknown, cache: LiveCache) => cache.refetchSoon(readPersonAnalytics);

export const importProgressKey = ["people-import-progress"];

type Lower = TaskEvents &
  SubtaskEvents &
  ProjectEvents &
  ImportEvents &
  TimeEvents &
  GroupEvents &
  DepartmentEvents &
  PositionEvents;

export const peopleLive: LiveUpdates<PeopleEvents & PeopleImportEvents, Lower> = {
  ...onEach(userChanges, person),
  "people_import.progress": ({ data }, cache) => cache.set(importProgressKey, data),
  ...onEach(recordChanges("department", "position"), names),
  ...onEach(recordChanges("group"), groups),
  ...onEach(assignedTaskChanges, work),
  "project.imported": work,
  "group.projects_changed": work,
  "timer.started": work,
  "timer.resumed": work,
  "timer.stopped": work,
  "timer.discarded": work,
};
