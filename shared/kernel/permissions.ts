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

/** Each project role is a preset of project permissions. Guests comment and edit tasks assigned to them; viewers only read. */
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

export const assignedPermissions: Record<ProjectRole, readonly ProjectPermission[]> = {
  owner: [],
  member: [],
  guest: ["task-edit", "task-move"],
  viewer: [],
};
