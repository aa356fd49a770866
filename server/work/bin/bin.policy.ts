import type { ProjectPermission } from "../../../shared/kernel/permissions";
import { type CopiedKind, copiedKinds } from "../../../shared/work/bin/bin.schema";
import { hasProjectPermission, type ProjectAccess, type Viewer } from "../access/projects.policy";

/** The permission that deletes a kind of record. Users with it may also see, restore and purge the record in the bin. */
export const binPermissions: Readonly<Record<CopiedKind, ProjectPermission>> = {
  task: "task-delete",
  column: "status-edit",
};

export const restorableKinds = (viewer: Viewer, project: ProjectAccess): CopiedKind[] =>
  copiedKinds.filter((kind) => hasProjectPermission(viewer, binPermissions[kind], project));
