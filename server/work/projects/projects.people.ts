import type { Actor as Person } from "../../../shared/kernel/events";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import { maxListedMembers } from "../../../shared/work/projects/projects.schema";
import { roleHoldsAny } from "../../platform/database/permission-holders";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Viewer } from "../access/projects.policy";
import type { GroupRow, MemberRow } from "./projects.present";

const selectPeopleOfProject = sql(
  "projects.people",
  `SELECT u.id, u.fullname, u.image
   FROM project_access a JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.user_id AND u.active
   WHERE a.tenant_id = current_tenant() AND a.project_id = $1
   ORDER BY a.role <> 'owner', u.fullname COLLATE reader, u.id`,
);

/** Active users with access, directly or by a group; owners first. */
export const usersWithAccess = (tx: Tx, projectId: number): Promise<Person[]> =>
  tx.rows<Person>(selectPeopleOfProject, [projectId]);

/**
 * Sorts and counts users with access by groups once per distinct set of groups. Counting per project took ten seconds for a thousand
 * projects with a group of three thousand users. The first users of a project are among its first direct members or its groups' first
 * users.
 */
const selectFirstOfProjects = sql(
  "projects.firstPeople",
  `WITH team AS MATERIALIZED (
     SELECT project_id, array_agg(group_id ORDER BY group_id) AS groups FROM project_group
     WHERE tenant_id = current_tenant() AND project_id = ANY($1) GROUP BY project_id
   ), crew AS MATERIALIZED (
     SELECT min(project_id) AS id, groups FROM team GROUP BY groups
   ), hand AS MATERIALIZED (
     SELECT h.crew_id, u.id, u.fullname, u.image, count(*) OVER (PARTITION BY h.crew_id) AS count,
            row_number() OVER (PARTITION BY h.crew_id ORDER BY u.fullname COLLATE reader, u.id) AS place
     FROM (SELECT DISTINCT c.id AS crew_id, m.user_id FROM crew c JOIN user_group_member m
             ON m.tenant_id = current_tenant() AND m.group_id = ANY(c.groups)) AS h
     JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = h.user_id AND u.active
   ), way AS (
     SELECT t.project_id, h.id, h.fullname, h.image, false AS owner, h.count, false AS alone
     FROM team t JOIN crew c ON c.groups = t.groups
     JOIN hand h ON h.crew_id = c.id AND (h.place <= ${maxListedMembers} OR h.id = $2)
     UNION ALL
     SELECT m.project_id, u.id, u.fullname, u.image, m.role = 'owner', 0, NOT EXISTS (
       SELECT FROM project_group p JOIN user_group_member g ON g.tenant_id = p.tenant_id AND g.group_id = p.group_id
       WHERE p.tenant_id = m.tenant_id AND p.project_id = m.project_id AND g.user_id = m.user_id)
     FROM project_member m JOIN app_user u ON u.tenant_id = m.tenant_id AND u.id = m.user_id AND u.active
     WHERE m.tenant_id = current_tenant() AND m.project_id = ANY($1)
   ), person AS (
     SELECT project_id, id, fullname, image,
            (max(max(count)) OVER project + sum(bool_or(alone)::int) OVER project)::int AS count,
            row_number() OVER (PARTITION BY project_id
              ORDER BY id IS DISTINCT FROM $2, NOT bool_or(owner), fullname COLLATE reader, id) AS place
     FROM way GROUP BY project_id, id, fullname, image WINDOW project AS (PARTITION BY project_id)
   )
   SELECT project_id, id, fullname, image, count FROM person WHERE place <= ${maxListedMembers} ORDER BY project_id, place`,
);

interface FirstPeople {
  members: Person[];
  count: number;
}

/**
 * Like `usersWithAccess`, limited to the first users of each project, with the total number. The user with `soughtId` comes first if they
 * have access. Runs one statement for all projects.
 */
export async function firstUsersWithAccess(
  tx: Tx,
  projectIds: readonly number[],
  soughtId: number | null,
): Promise<Map<number, FirstPeople>> {
  const people = new Map<number, FirstPeople>();
  if (projectIds.length === 0) return people;
  type Row = Person & { project_id: number; count: number };
  for (const { project_id, count, ...person } of await tx.rows<Row>(selectFirstOfProjects, [projectIds, soughtId])) {
    const first = people.get(project_id);
    if (first) first.members.push(person);
    else people.set(project_id, { members: [person], count });
  }
  return people;
}

const selectPeopleByName = sql(
  "projects.members",
  `SELECT u.id, u.fullname, u.image, m.role
   FROM project_member m JOIN app_user u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
   WHERE m.tenant_id = current_tenant() AND m.project_id = $1
   ORDER BY m.role <> 'owner', u.fullname COLLATE reader, u.id`,
);

export function membersByName(tx: Tx, projectId: number): Promise<MemberRow[]> {
  return tx.rows<MemberRow>(selectPeopleByName, [projectId]);
}

const groupColumns = `
  SELECT g.id, g.title, COALESCE((SELECT json_agg(m.user_id ORDER BY m.user_id) FROM user_group_member m
    WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id), '[]') AS users
  FROM user_group g`;

const selectGroupsOfProject = sql(
  "projects.groups",
  `${groupColumns} JOIN project_group p ON p.tenant_id = g.tenant_id AND p.group_id = g.id
   WHERE g.tenant_id = current_tenant() AND p.project_id = $1 ORDER BY g.title COLLATE reader, g.id`,
);

export function projectGroupsOf(tx: Tx, projectId: number): Promise<GroupRow[]> {
  return tx.rows<GroupRow>(selectGroupsOfProject, [projectId]);
}

const selectAllGroups = sql(
  "projects.allGroups",
  `${groupColumns} WHERE g.tenant_id = current_tenant() ORDER BY g.title COLLATE reader, g.id`,
);

const selectAllPeople = sql(
  "projects.allPeople",
  `SELECT id, fullname, image, external FROM app_user WHERE tenant_id = current_tenant() AND active ORDER BY fullname COLLATE reader, id`,
);

const selectPeopleAround = sql(
  "projects.peopleAround",
  `SELECT id, fullname, image, external FROM app_user
   WHERE tenant_id = current_tenant() AND active AND id IN (
     SELECT other.user_id FROM project_access own JOIN project_access other
       ON other.tenant_id = own.tenant_id AND other.project_id = own.project_id
     WHERE own.tenant_id = current_tenant() AND own.user_id = $1)
   ORDER BY fullname COLLATE reader, id`,
);

export interface AssigneeChoices<Chosen = Person> {
  users: Chosen[];
  groups: GroupRow[];
}

/** A user who may be added to a project. */
type Candidate = Person & { external: boolean };

/** Users that the viewer may add to a project. External users have no access to the directory and see only users in their projects. */
export async function assignablePeople(tx: Tx, viewer: Viewer): Promise<AssigneeChoices<Candidate>> {
  if (viewer.external) return { users: await tx.rows<Candidate>(selectPeopleAround, [viewer.id]), groups: [] };
  const [users, groups] = await Promise.all([tx.rows<Candidate>(selectAllPeople), tx.rows<GroupRow>(selectAllGroups)]);
  return { users, groups };
}

/** Possible assignees of the project's tasks: all users with access, and its groups. */
export async function assignableInProject(tx: Tx, projectId: number): Promise<AssigneeChoices> {
  const [users, groups] = await Promise.all([usersWithAccess(tx, projectId), projectGroupsOf(tx, projectId)]);
  return { users, groups };
}

interface Access extends Person {
  role: ProjectRole;
  active: boolean;
}

const selectAccessOfProject = sql(
  "projects.accessOf",
  `SELECT u.id, u.fullname, u.image, u.active, a.role
   FROM project_access a JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.user_id
   WHERE a.tenant_id = current_tenant() AND a.project_id = $1 ORDER BY u.id`,
);

/** All users with access, directly or by a group, including users who have left. The role is the strongest role granted. */
export async function accessByUser(tx: Tx, projectId: number): Promise<Map<number, Access>> {
  const rows = await tx.rows<Access>(selectAccessOfProject, [projectId]);
  return new Map(rows.map((row) => [row.id, row]));
}

const selectOverseers = sql(
  "projects.overseers",
  `SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active
     AND ${roleHoldsAny("u", "'{project-all}'::text[]")} AND person_holds(u.id, 'project-all')`,
);

/** Users who see all projects without being members; their project lists change with every project. */
export async function overseerIds(tx: Tx): Promise<number[]> {
  return (await tx.rows<{ id: number }>(selectOverseers)).map((row) => row.id);
}
