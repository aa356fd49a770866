import type { InferType } from "yup";
import type { Actor as Person } from "../../../shared/kernel/events";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import type {
  groupReply,
  projectDetailReply,
  projectReply,
  tagReply,
} from "../../../shared/work/projects/projects.contract";
import type { ProjectState } from "../../../shared/work/projects/projects.schema";
import { effectiveRole, hasProjectPermission, mayInProject, type Viewer } from "../access/projects.policy";
import type { ProjectTagEntity } from "./tag.entity";

export interface ProjectRow {
  id: number;
  title: string;
  code: string;
  color: string;
  status: ProjectState;
  start_date: string | null;
  end_date: string | null;
  archived: boolean;
  version: number;
  updated_at: Date;
  revision: number;
  epoch: string;
  client: { id: number; name: string } | null;
  role: ProjectRole | null;
}

export interface ProjectDetailRow extends ProjectRow {
  description: string | null;
  budget: string | null;
  budget_currency: string;
  created_at: Date;
  department: { id: number; name: string } | null;
}

export interface ProjectStats {
  project_id: number;
  task_count: number;
  done_count: number;
  doing_count: number;
  overdue_count: number;
  estimate_minutes: number;
  spent_on_estimated_minutes: number;
  progress: number;
}

export interface MemberRow extends Person {
  role: ProjectRole;
}

export type GroupRow = InferType<typeof groupReply>;

export const presentPerson = ({ id, fullname, image }: Person): Person => ({ id, fullname, image });

export function presentProject(
  row: ProjectRow,
  stats: ProjectStats | undefined,
  { members, count }: { members: readonly Person[]; count: number },
  viewer: Viewer,
): InferType<typeof projectReply> {
  const standing = standingOf(row, viewer);
  return {
    id: row.id,
    title: row.title,
    code: row.code,
    color: row.color,
    status: row.status,
    client: row.client,
    start_date: row.start_date,
    end_date: row.end_date,
    archived: row.archived,
    progress: stats?.progress ?? 0,
    task_count: stats?.task_count ?? 0,
    done_count: stats?.done_count ?? 0,
    doing_count: stats?.doing_count ?? 0,
    overdue_count: stats?.overdue_count ?? 0,
    estimate_minutes: stats?.estimate_minutes ?? 0,
    spent_on_estimated_minutes: stats?.spent_on_estimated_minutes ?? 0,
    members: members.map(presentPerson),
    member_count: count,
    mine: row.role !== null,
    revision: row.revision,
    epoch: row.epoch,
    version: row.version,
    updated_at: row.updated_at.toISOString(),
    can: {
      edit: mayInProject(viewer, "project-edit", standing),
      archive: hasProjectPermission(viewer, "project-edit", standing),
      delete: hasProjectPermission(viewer, "project-delete", standing),
    },
  };
}

interface Around {
  stats: ProjectStats | undefined;
  people: readonly Person[];
  members: readonly MemberRow[];
  groups: readonly GroupRow[];
}

export function presentProjectDetail(
  row: ProjectDetailRow,
  related: Around,
  viewer: Viewer,
): InferType<typeof projectDetailReply> {
  const standing = standingOf(row, viewer);
  const people = { members: related.people, count: related.people.length };
  const project = presentProject(row, related.stats, people, viewer);
  return {
    ...project,
    description: row.description,
    department: row.department,
    budget: row.budget,
    budget_currency: row.budget_currency,
    created_at: row.created_at.toISOString(),
    project_members: related.members.map((member) => ({ user: presentPerson(member), role: member.role })),
    groups: related.groups.map(({ id, title, users }) => ({ id, title, users })),
    can: {
      ...project.can,
      members: mayInProject(viewer, "member-edit", standing),
      create_task: mayInProject(viewer, "task-create", standing),
      edit_assigned: mayInProject(viewer, "task-edit", { ...standing, assigned: true }),
      move_task: mayInProject(viewer, "task-move", standing),
      edit_columns: mayInProject(viewer, "status-edit", standing),
      edit_tags: mayInProject(viewer, "tag-edit", standing),
    },
  };
}

/** Returns role and state for policies. Rows are read only for users who see the project, so the role is never null. */
function standingOf(row: ProjectRow, viewer: Viewer): { role: ProjectRole; archived: boolean } {
  return { role: effectiveRole(viewer, row.role) ?? "viewer", archived: row.archived };
}

export function presentTag(tag: Omit<ProjectTagEntity, "tenantId">): InferType<typeof tagReply> {
  return { id: tag.id, project_id: tag.projectId, name: tag.name, color: tag.color };
}
