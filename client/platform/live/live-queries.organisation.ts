import { listClients, selectClients, singleClient } from "../../../shared/clients/clients.contract";
import type { ClientEvents } from "../../../shared/clients/clients.events";
import type { DepartmentEvents } from "../../../shared/departments/departments.events";
import { listDepartments, selectDepartments, singleDepartment } from "../../../shared/departments/departments.contract";
import { readLeaving } from "../../../shared/employment/leaving.contract";
import type { GroupEvents } from "../../../shared/groups/groups.events";
import { listGroups, readGroup, selectGroups } from "../../../shared/groups/groups.contract";
import { myOnboarding, personOnboarding, readOnboardingTemplate } from "../../../shared/onboarding/onboarding.contract";
import type { PartEvents } from "../../../shared/kernel/parts";
import { legacyUsers } from "../../../shared/people/people.contract";
import type { OrgChartEvents } from "../../../shared/org-chart/org-chart.events";
import { readChart } from "../../../shared/org-chart/org-chart.contract";
import * as users from "../../../shared/people/users.contract";
import { listPositions, selectPositions, singlePosition } from "../../../shared/positions/positions.contract";
import type { PositionEvents } from "../../../shared/positions/positions.events";
import { assignableProjectUsers, assignableUsers } from "../../../shared/projects/assignable.contract";
import {
  editableProject,
  listProjects,
  projectChoices,
  singleProject,
} from "../../../shared/projects/projects.contract";
import { listRoles, roleHolders, whoMay } from "../../../shared/roles/roles.contract";
import type { RoleEvents } from "../../../shared/roles/roles.events";
import { recentActivity } from "../../../shared/activity/activity.contract";
import { myWork } from "../../../shared/my-work/my-work.contract";
import { personWork } from "../../../shared/my-work/person-work.contract";
import { myTasks } from "../../../shared/tasks/tasks.contract";
import { keyOf } from "../query";
import type { Cache } from "./live-queries";

/** Departments are named in lists of themselves, by projects, and by positions' people. */
const departments = (_: unknown, cache: Cache) => {
  for (const read of [listDepartments, singleDepartment, selectDepartments, readChart]) cache.now(keyOf(read));
  for (const read of [projectChoices, singleProject, editableProject, singlePosition]) cache.touch(keyOf(read));
  rowsOfPeople(cache);
};

/** Clients are named by their projects. */
const clients = (_: unknown, cache: Cache) => {
  for (const read of [listClients, singleClient, selectClients]) cache.now(keyOf(read));
  for (const read of [projectChoices, singleProject, editableProject, listProjects]) cache.touch(keyOf(read));
};

/** Positions stand below everybody's name. */
const positions = (_: unknown, cache: Cache) => {
  for (const read of [listPositions, singlePosition, selectPositions, readChart]) cache.now(keyOf(read));
  cache.touch(keyOf(singleDepartment));
  rowsOfPeople(cache);
};

/** Who stands there with their position and their department. */
const rowsOfPeople = (cache: Cache) => {
  const { listUsers, listEmployees, listAllEmployees, readUser, editableUser, ownProfile, readProfile } = users;
  const lists = [listUsers, listEmployees, listAllEmployees, legacyUsers, roleHolders];
  for (const read of [...lists, readUser, editableUser, ownProfile, readProfile]) cache.touch(keyOf(read));
};

/** How many people a department or a position has, and who leads it. */
export const countsOfPeople = (cache: Cache) => {
  for (const read of [listDepartments, singleDepartment, listPositions, singlePosition, readChart])
    cache.now(keyOf(read));
};

/** Groups stand in projects, and are offered wherever people are. */
const groups = (_: unknown, cache: Cache) => {
  for (const read of [listGroups, readGroup, selectGroups]) cache.now(keyOf(read));
  for (const read of [assignableUsers, assignableProjectUsers, singleProject, editableProject, listProjects]) {
    cache.touch(keyOf(read));
  }
  for (const read of [users.readUser, users.editableUser, users.ownProfile, users.readProfile])
    cache.touch(keyOf(read));
  for (const read of [readOnboardingTemplate, personOnboarding, myOnboarding]) cache.touch(keyOf(read));
};

/** Which projects are one's own, and what one does in them. */
const ownProjects = (_: unknown, cache: Cache) => {
  for (const read of [listProjects, singleProject, editableProject, assignableProjectUsers]) cache.touch(keyOf(read));
  for (const read of [myTasks, myWork, personWork, recentActivity]) cache.touch(keyOf(read));
};

const roles = (_: unknown, cache: Cache) => {
  for (const read of [listRoles, roleHolders, whoMay]) cache.now(keyOf(read));
};

const chart = (_: unknown, cache: Cache) => cache.now(keyOf(readChart));

/** Shown in the chart, and on the pages of both. */
const acting = (_: unknown, cache: Cache) => {
  const pages = [users.readUser, users.editableUser, users.ownProfile, users.readProfile];
  for (const read of [readChart, ...pages, readLeaving]) cache.now(keyOf(read));
};

export const organisationQueries = {
  "chart.changed": chart,
  "clients.changed": clients,
  "acting.changed": acting,
  "vacancy.changed": chart,
  "client.created": clients,
  "client.updated": clients,
  "client.deleted": clients,
  "department.created": departments,
  "department.updated": departments,
  "department.deleted": departments,
  "group.created": groups,
  "group.updated": groups,
  "group.projects_changed": ownProjects,
  "group.deleted": groups,
  "role.created": roles,
  "role.updated": roles,
  "role.deleted": roles,
  "position.created": positions,
  "position.updated": positions,
  "position.deleted": positions,
} satisfies Record<
  keyof (PartEvents & OrgChartEvents & ClientEvents & DepartmentEvents & PositionEvents & GroupEvents & RoleEvents),
  unknown
>;
