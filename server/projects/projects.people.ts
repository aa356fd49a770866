import type { Actor as Person } from "../../shared/kernel/events";
import type { ProjectRole } from "../../shared/kernel/permissions";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Viewer } from "./projects.policy";
import type { GroupRow, MemberRow } from "./projects.present";

const peopleOfProjects = sql(
  "projects.people",
  `SELECT a.project_id, u.id, u.fullname, u.image
   FROM project_access a JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.user_id AND u.active
   WHERE a.tenant_id = current_tenant() AND a.project_id = ANY($1)
   ORDER BY a.role <> 'owner', lower(u.fullname), u.id`,
);

/** Everyone who has access, by name or by group, and is active; owners first. One statement for all projects. */
export async function peopleOf(tx: Tx, projectIds: readonly number[]): Promise<Map<number, Person[]>> {
  const people = new Map<number, Person[]>();
  if (projectIds.length === 0) return people;
  for (const { project_id, ...person } of await tx.rows<Person & { project_id: number }>(peopleOfProjects, [
    projectIds,
  ])) {
    const list = people.get(project_id);
    if (list) list.push(person);
    else people.set(project_id, [person]);
  }
  return people;
}

const byName = sql(
  "projects.members",
  `SELECT u.id, u.fullname, u.image, m.role
   FROM project_member m JOIN app_user u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
   WHERE m.tenant_id = current_tenant() AND m.project_id = $1
   ORDER BY m.role <> 'owner', lower(u.fullname), u.id`,
);

/** Those who were added by name, each with their role; people who left the organisation included. */
export function membersByName(tx: Tx, projectId: number): Promise<MemberRow[]> {
  return tx.rows<MemberRow>(byName, [projectId]);
}

const groupColumns = `
  SELECT g.id, g.title, COALESCE((SELECT json_agg(m.user_id ORDER BY m.user_id) FROM user_group_member m
    WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id), '[]') AS users
  FROM user_group g`;

const groupsOfProject = sql(
  "projects.groups",
  `${groupColumns} JOIN project_group p ON p.tenant_id = g.tenant_id AND p.group_id = g.id
   WHERE g.tenant_id = current_tenant() AND p.project_id = $1 ORDER BY lower(g.title), g.id`,
);

/** The groups of a project, each with the ids of its people. */
export function groupsOf(tx: Tx, projectId: number): Promise<GroupRow[]> {
  return tx.rows<GroupRow>(groupsOfProject, [projectId]);
}

const allGroups = sql(
  "projects.allGroups",
  `${groupColumns} WHERE g.tenant_id = current_tenant() ORDER BY lower(g.title), g.id`,
);

const allPeople = sql(
  "projects.allPeople",
  `SELECT id, fullname, image, external FROM app_user WHERE tenant_id = current_tenant() AND active ORDER BY lower(fullname), id`,
);

const peopleAround = sql(
  "projects.peopleAround",
  `SELECT id, fullname, image, external FROM app_user
   WHERE tenant_id = current_tenant() AND active AND id IN (
     SELECT other.user_id FROM project_access own JOIN project_access other
       ON other.tenant_id = own.tenant_id AND other.project_id = own.project_id
     WHERE own.tenant_id = current_tenant() AND own.user_id = $1)
   ORDER BY lower(fullname), id`,
);

export interface Choices<Chosen = Person> {
  users: Chosen[];
  groups: GroupRow[];
}

/** `external`: from outside. */
type Candidate = Person & { external: boolean };

/** Whom the viewer may put on a project. People from outside have no directory: they see those they work with. */
export async function assignablePeople(tx: Tx, viewer: Viewer): Promise<Choices<Candidate>> {
  if (viewer.external) return { users: await tx.rows<Candidate>(peopleAround, [viewer.id]), groups: [] };
  const [users, groups] = await Promise.all([tx.rows<Candidate>(allPeople), tx.rows<GroupRow>(allGroups)]);
  return { users, groups };
}

/** Who can be assigned to tasks of the project: everyone who has access, and its groups. */
export async function assignableIn(tx: Tx, projectId: number): Promise<Choices> {
  const [people, groups] = await Promise.all([peopleOf(tx, [projectId]), groupsOf(tx, projectId)]);
  return { users: people.get(projectId) ?? [], groups };
}

interface Access extends Person {
  role: ProjectRole;
  active: boolean;
}

const accessOfProject = sql(
  "projects.accessOf",
  `SELECT u.id, u.fullname, u.image, u.active, a.role
   FROM project_access a JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.user_id
   WHERE a.tenant_id = current_tenant() AND a.project_id = $1`,
);

/** Everyone who has access, by name or by group, with the stronger of their roles; also who left the organisation. */
export async function accessOf(tx: Tx, projectId: number): Promise<Map<number, Access>> {
  const rows = await tx.rows<Access>(accessOfProject, [projectId]);
  return new Map(rows.map((row) => [row.id, row]));
}

const overseers = sql(
  "projects.overseers",
  "SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND person_holds(u.id, 'project-all')",
);

/** Those who see every project without being in it: their lists change with all of them. */
export async function overseerIds(tx: Tx): Promise<number[]> {
  return (await tx.rows<{ id: number }>(overseers)).map((row) => row.id);
}
