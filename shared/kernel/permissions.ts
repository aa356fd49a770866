import { type FamilyPermission, permissionsOf, requestFamilies } from "../requests/families";

/**
 * What a role may allow, tenant-wide. The codes of the specification are kept letter for letter; a code belongs here
 * as soon as one endpoint or screen asks for it. What is a family's own stands with the family.
 */
const ownPermissions = [
  "analytics-department-list",
  "analytics-project-list",
  "analytics-task-list",
  "analytics-user-list",
  "approval-rule-edit",
  "audit-list",
  "building-create",
  "building-delete",
  "building-edit",
  "building-list",
  "building-view",
  "car-create",
  "car-delete",
  "car-edit",
  "car-list",
  "client-create",
  "client-delete",
  "client-edit",
  "client-list",
  "department-create",
  "department-delete",
  "department-edit",
  "department-list",
  "department-view",
  "driver-create",
  "driver-delete",
  "driver-edit",
  "driver-list",
  "employee-list",
  "group-create",
  "group-delete",
  "group-edit",
  "group-list",
  "news-create",
  "news-view",
  "organization-chart-view",
  "position-create",
  "position-delete",
  "position-edit",
  "position-list",
  "project-all",
  "project-create",
  "project-delete",
  "project-edit",
  "project-list",
  "project-view",
  "role-edit",
  "role-list",
  "room-create",
  "room-delete",
  "room-edit",
  "room-list",
  "subscription-create-request",
  "subscription-list-request",
  "tenant-edit",
  "time-tracking-all",
  "time-tracking-list",
  "user-create",
  "user-delete",
  "user-edit",
  "user-list",
  "user-view",
] as const;

export type Permission = (typeof ownPermissions)[number] | FamilyPermission;

export const permissions: readonly Permission[] = [...ownPermissions, ...requestFamilies.flatMap(permissionsOf)].sort();

/**
 * What a person from outside the organisation may hold, whatever their role says: the projects they were put on, and
 * nothing else of the organisation.
 */
export const externalPermissions: readonly Permission[] = ["project-list", "project-view"];

/** What a member may do inside one project. */
export const projectPermissions = [
  "task-create",
  "task-edit",
  "task-delete",
  "task-move",
  "comment-create",
  "attachment-create",
  "status-edit",
  "tag-edit",
  "member-edit",
  "project-edit",
  "project-delete",
  "time-entry-create",
] as const;

export type ProjectPermission = (typeof projectPermissions)[number];

export const projectRoles = ["owner", "member", "guest", "viewer"] as const;
export type ProjectRole = (typeof projectRoles)[number];

/**
 * Project roles are presets of project permissions. A guest takes part in what is talked about and in their own tasks;
 * a viewer reads and nothing else.
 */
export const projectRolePermissions: Record<ProjectRole, readonly ProjectPermission[]> = {
  owner: projectPermissions,
  member: [
    "task-create",
    "task-edit",
    "task-delete",
    "task-move",
    "comment-create",
    "attachment-create",
    "tag-edit",
    "time-entry-create",
  ],
  guest: ["comment-create", "attachment-create"],
  viewer: [],
};

/** What a role allows on top of that in tasks that the person is assigned to, by name or by group. */
export const assignedPermissions: Record<ProjectRole, readonly ProjectPermission[]> = {
  owner: [],
  member: [],
  guest: ["task-edit", "task-move"],
  viewer: [],
};
