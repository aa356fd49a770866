import type { DataSource } from "typeorm";
import { type Records, recordsOf } from "../factories/records";
import { ok } from "../tasks/board";
import type { World } from "../support/world";

/** What goes on by itself: counters of streams, and when a session was used last. */
const restless = ["event_stream", "session", "domain_event"];

/** Every row of a tenant, as text, with its table's name before it. */
async function rowsOf(owner: DataSource, tenantId: number): Promise<Set<string>> {
  const tables = await owner.query<{ name: string }[]>(
    `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
     WHERE a.attname = 'tenant_id' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1) ORDER BY 1`,
    [restless],
  );
  const parts = tables.map(({ name }) => `SELECT '${name} ' || t::text AS row FROM ${name} t WHERE tenant_id = $1`);
  const rows = await owner.query<{ row: string }[]>(parts.join(" UNION ALL "), [tenantId]);
  return new Set(rows.map(({ row }) => row));
}

/** People, a tag and a watcher on the task: what a statement that has lost a condition takes from it. */
export async function peopled(world: World, { project, task, tag }: Records): Promise<void> {
  const as = world.api(world.manager);
  const members = [world.manager, world.admin, world.employee, world.hr].map(({ id }) => ({
    user_id: id,
    role: "owner",
  }));
  ok(await as.put(`/project/${project}/members`, { members }));
  ok(await as.post(`/task/${task}`, { users: [world.employee.id, world.hr.id], tags: [tag] }));
}

/**
 * Records that a call is about, and others of every kind beside them in the same tenant, with the same people.
 * @returns which of the others' tables have lost or changed a row since.
 */
export async function withBystanders(owner: DataSource, world: World) {
  const mine = await recordsOf(world, "MINE");
  await peopled(world, mine);
  // What is a person's is another administrator's there.
  const neighbour = { ...world, admin: await world.person("administrator") };
  const before = await rowsOf(owner, world.tenantId);
  await peopled(neighbour, await recordsOf(neighbour, "OTHER"));
  const others = [...(await rowsOf(owner, world.tenantId))].filter((row) => !before.has(row));
  const touched = async () => {
    const now = await rowsOf(owner, world.tenantId);
    return [...new Set(others.filter((row) => !now.has(row)).map((row) => row.split(" ")[0] ?? ""))].toSorted();
  };
  return { mine, touched };
}
