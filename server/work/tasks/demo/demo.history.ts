import { projectStream, userStream } from "../../../../shared/kernel/events";
import type { ProjectRole } from "../../../../shared/kernel/permissions";
import { dateAfterDays, dayMs, workingTimeNear } from "../../../platform/demo/demo.calendar";
import { planTask, type PlannedTask } from "./demo.plan";
import type { TenantDemo } from "../../../platform/demo/demo.steps";
import type { DemoTenant, DemoUser } from "../../../platform/demo/demo.tenant";
import { type DemoProject, parseTasks } from "./demo.project";
import { labelsProject, yearEndProject } from "./demo.audit";
import { newDepotProject } from "./demo.depot";
import { driverAppProject } from "./demo.driver";
import { roasteryProject, secondShopProject } from "./demo.globex";
import { customerPortalProject } from "./demo.portal";
import type { Random } from "../../../platform/demo/demo.random";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";
import { DemoBoard } from "./demo.board";

/** Weights of users in task assignments: accounts that visitors sign in with get more tasks. */
const busy: Readonly<Record<string, number>> = { dara: 4, amira: 2, mei: 2, tomas: 2 };

const projectsByTenant: Readonly<Record<string, readonly DemoProject[]>> = {
  Acme: [customerPortalProject, driverAppProject, newDepotProject, labelsProject, yearEndProject],
  Globex: [roasteryProject, secondShopProject],
};

export function writeProjects({ log, random, tenant }: TenantDemo): void {
  for (const project of projectsByTenant[tenant.name] ?? []) writeProject(log, random, tenant, project);
}

function writeProject(log: DemoLog, random: Random, tenant: DemoTenant, project: DemoProject): void {
  const id = log.id("project");
  const now = tenant.now.getTime();
  const from = workingTimeNear(random, now + project.starts * dayMs, now);
  const to = project.archivedDaysAgo === undefined ? now : now - (project.archivedDaysAgo + 3) * dayMs;
  const user = (key: string) => tenant.users.get(key) as DemoUser;
  const creator = user((project.people.owner ?? [])[0] as string);
  const about = (at: number, actorId = creator.id) => ({ at, tenantId: tenant.id, stream: projectStream(id), actorId });

  const board = new DemoBoard(log, random, {
    id,
    code: project.code,
    tenantId: tenant.id,
    now: tenant.now,
  });
  log.emit("project.created", about(from), { id, version: 1, title: project.title, code: project.code });
  writeMembers(log, tenant, project, id, from, creator);
  board.layOut(project, from, creator);

  const workers = workersOf(tenant, project);
  const period = { from, to, now };
  const tasks: PlannedTask[] = project.columns.flatMap((column, index) => {
    const parsed = parseTasks(project.tasks[column.title] ?? "");
    return parsed.map((task, place) => planTask(random, project, task, index, place, parsed.length, period));
  });
  board.play(tasks, workers);

  const archivedAt = project.archivedDaysAgo === undefined ? null : workingTimeNear(random, to + 2 * dayMs, now);
  if (archivedAt) {
    const done = { id, version: 2, status: project.status, before: { status: "active" } };
    log.emit("project.updated", about(archivedAt - 60_000), done);
    log.emit("project.archived", about(archivedAt), { id, version: 3 });
  }
  log.add("project", {
    id,
    tenant_id: tenant.id,
    title: project.title,
    code: project.code,
    description: project.description,
    client_id: project.client ? tenant.clients.get(project.client) : null,
    department_id: tenant.departments.get(project.department),
    start_date: dateAfterDays(tenant.now, project.starts),
    end_date: dateAfterDays(tenant.now, project.ends),
    color: project.color,
    status: project.status,
    budget: project.budget ?? null,
    archived_at: archivedAt && isoInstantOf(archivedAt),
    next_task_number: tasks.length + 1,
    version: archivedAt ? 3 : 1,
    created_by: creator.id,
    created_at: isoInstantOf(from),
    updated_at: isoInstantOf(archivedAt ?? from),
  });
}

function writeMembers(
  log: DemoLog,
  tenant: DemoTenant,
  project: DemoProject,
  projectId: number,
  from: number,
  creator: DemoUser,
): void {
  const stream = projectStream(projectId);
  const about = { at: from, tenantId: tenant.id, actorId: creator.id };
  const seenIds = new Set<number>();
  const roles = Object.entries(project.people) as [ProjectRole, readonly string[]][];
  for (const [role, keys] of roles) {
    for (const key of keys) {
      const user = tenant.users.get(key) as DemoUser;
      const added = { project_id: projectId, title: project.title, user, role };
      log.add("project_member", {
        tenant_id: tenant.id,
        project_id: projectId,
        user_id: user.id,
        role,
        added_at: isoInstantOf(from),
      });
      log.emit("member.added", { ...about, stream }, added);
      log.emit("member.added", { ...about, stream: userStream(user.id) }, added);
      seenIds.add(user.id);
    }
  }
  for (const title of project.groups ?? []) {
    const group = tenant.groups.get(title);
    if (!group) continue;
    const users = group.people.map((key) => tenant.users.get(key) as DemoUser);
    const ids = users.map((user) => user.id).sort((a, b) => a - b);
    log.add("project_group", { tenant_id: tenant.id, project_id: projectId, group_id: group.id });
    log.emit(
      "group.added",
      { ...about, stream },
      { project_id: projectId, group: { id: group.id, title, users: ids }, users },
    );
    for (const user of users) {
      if (seenIds.has(user.id)) continue;
      seenIds.add(user.id);
      const added = { project_id: projectId, title: project.title, user, role: "member" as const };
      log.emit("member.added", { ...about, stream: userStream(user.id) }, added);
    }
  }
}

export interface DemoWorkers {
  /** Users who work on tasks, repeated by weight. */
  pool: readonly DemoUser[];
  busiest: readonly DemoUser[];
  /** Users who comment, repeated by weight. */
  voices: readonly DemoUser[];
  groups: readonly { id: number; userIds: readonly number[] }[];
}

function workersOf(tenant: DemoTenant, project: DemoProject): DemoWorkers {
  const user = (key: string) => tenant.users.get(key) as DemoUser;
  const groups = (project.groups ?? []).flatMap((title) => tenant.groups.get(title) ?? []);
  const { owner = [], member = [] } = project.people;
  const everyone = [...new Set([...owner, ...member, ...groups.flatMap((group) => group.people)])];
  // The administrator and the client work on no tasks.
  const working = everyone.filter((key) => key !== "layla" && key !== "paula");
  const pool = working.flatMap((key) => Array.from({ length: busy[key] ?? 1 }, () => user(key)));
  const busiest = working.filter((key) => busy[key]).map(user);
  return {
    pool,
    busiest: busiest.length > 0 ? busiest : pool,
    voices: [...pool, ...everyone.map(user)],
    groups: groups.map((group) => ({ id: group.id, userIds: group.people.map((key) => user(key).id) })),
  };
}
