import type { InferType } from "yup";
import type { Actor as Person } from "../../shared/kernel/events";
import type { ProjectRole } from "../../shared/kernel/permissions";
import type { groupReply, projectDetailReply, projectReply, tagReply } from "../../shared/projects/projects.contract";
import type { ProjectState } from "../../shared/projects/projects.schema";
import { effectiveRole, holds, may, type Viewer } from "./projects.policy";
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
  client: { id: number; name: string } | null;
  role: ProjectRole | null;
}

export interface ProjectDetailRow extends ProjectRow {
  description: string | null;
  budget: string | null;
  created_at: Date;
  department: { id: number; name: string } | null;
}

export interface ProjectStats {
  project_id: number;
  task_count: number;
  done_count: number;
  doing_count: number;
  overdue_count: number;
  progress: number;
}

export interface MemberRow extends Person {
  role: ProjectRole;
}

export type GroupRow = InferType<typeof groupReply>;

export const presentPerson = ({ id, fullname, image }: Person): Person => ({ id, fullname, image });

/** A project as lists and cards show it. `members` are who has access, or the first of them; `count` is how many have. */
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
    members: members.map(presentPerson),
    member_count: count,
    mine: row.role !== null,
    revision: row.revision,
    version: row.version,
    updated_at: row.updated_at.toISOString(),
    can: {
      edit: may(viewer, "project-edit", standing),
      archive: holds(viewer, "project-edit", standing),
      delete: holds(viewer, "project-delete", standing),
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
  around: Around,
  viewer: Viewer,
): InferType<typeof projectDetailReply> {
  const standing = standingOf(row, viewer);
  const people = { members: around.people, count: around.people.length };
  const project = presentProject(row, around.stats, people, viewer);
  return {
    ...project,
    description: row.description,
    department: row.department,
    budget: row.budget,
    created_at: row.created_at.toISOString(),
    project_members: around.members.map((member) => ({ user: presentPerson(member), role: member.role })),
    groups: around.groups.map(({ id, title, users }) => ({ id, title, users })),
    can: {
      ...project.can,
      members: may(viewer, "member-edit", standing),
      create_task: may(viewer, "task-create", standing),
      edit_assigned: may(viewer, "task-edit", { ...standing, assigned: true }),
      move_task: may(viewer, "task-move", standing),
      edit_columns: may(viewer, "status-edit", standing),
      edit_tags: may(viewer, "tag-edit", standing),
    },
  };
}

/** Rows are read for people who see the project; a null role can only be an administrator's. */
function standingOf(row: ProjectRow, viewer: Viewer): { role: ProjectRole; archived: boolean } {
  return { role: effectiveRole(viewer, row.role) ?? "viewer", archived: row.archived };
}

export function presentTag(tag: ProjectTagEntity): InferType<typeof tagReply> {
  return { id: tag.id, project_id: tag.projectId, name: tag.name, color: tag.color };
}
