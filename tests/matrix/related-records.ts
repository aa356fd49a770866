import type { DataSource } from "typeorm";
import { type Records, recordsOf } from "../factories/records";
import { requireOk } from "../work/tasks/board";
import { nextTransactionId } from "../support/saved-tenant";
import type { World } from "../support/world";
import { type WrittenRows, rowsSince } from "./effects";

/** Adds members, a tag and a watcher to the task, which a statement with a missing condition would wrongly affect. */
export async function addPeople(world: World, { project, task, tag }: Records): Promise<void> {
  const as = world.api(world.manager);
  const members = [world.manager, world.admin, world.employee, world.hr].map(({ id }) => ({
    user_id: id,
    role: "owner",
  }));
  requireOk(await as.put(`/project/${project}/members`, { members }));
  requireOk(await as.post(`/task/${task}`, { users: [world.employee.id, world.hr.id], tags: [tag] }));
}

/**
 * Creates the records that a call is about, and unrelated ones of every kind in the same tenant for the same users.
 * @returns all rows, the time since which the unrelated records exist, and a function that lists their changed tables
 */
export async function withRelatedRecords(owner: DataSource, world: World) {
  const mine = await recordsOf(world, "MINE");
  await addPeople(world, mine);
  const neighbour = { ...world, admin: await world.person("administrator") };
  const since = await nextTransactionId(owner);
  await addPeople(neighbour, await recordsOf(neighbour, "OTHER"));
  const rows = await rowsSince(owner, world.tenantId, since);
  const others = textsOf(rows);
  const touched = (now: WrittenRows) => {
    const currentTexts = new Set(textsOf(now));
    return [
      ...new Set(others.filter((row) => !currentTexts.has(row)).map((row) => row.split(" ")[0] ?? "")),
    ].toSorted();
  };
  return { mine, since, rows, touched };
}

/** Excludes events, which are processed independently. */
const textsOf = (rows: WrittenRows) =>
  rows
    .filter(({ name }) => name !== "domain_event")
    .flatMap(({ name, written }) => written.map(({ row }) => `${name} ${JSON.stringify(row)}`));
