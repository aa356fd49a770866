import type { DataSource } from "typeorm";
import { type Records, recordsOf } from "../factories/records";
import { ok } from "../tasks/board";
import type { World } from "../support/world";
import { momentOf, type Rows, rowsSince } from "./effects";

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
 * @returns all rows, the moment since which the others are there, and which of their tables have lost or changed one in other rows.
 */
export async function withBystanders(owner: DataSource, world: World) {
  const mine = await recordsOf(world, "MINE");
  await peopled(world, mine);
  // What is a person's is another administrator's there.
  const neighbour = { ...world, admin: await world.person("administrator") };
  const since = await momentOf(owner);
  await peopled(neighbour, await recordsOf(neighbour, "OTHER"));
  const rows = await rowsSince(owner, world.tenantId, since);
  const others = textsOf(rows);
  const touched = (now: Rows) => {
    const there = new Set(textsOf(now));
    return [...new Set(others.filter((row) => !there.has(row)).map((row) => row.split(" ")[0] ?? ""))].toSorted();
  };
  return { mine, since, rows, touched };
}

/** Events are worked on by themselves. */
const textsOf = (rows: Rows) =>
  rows
    .filter(({ name }) => name !== "domain_event")
    .flatMap(({ name, written }) => written.map(({ row }) => `${name} ${JSON.stringify(row)}`));
