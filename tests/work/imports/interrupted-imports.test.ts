import { setTimeout as wait } from "node:timers/promises";
import { multipart } from "../../support/multipart";
import { freshDatabaseUrl } from "../../support/postgres/databases";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../tasks/board";

/** A separate database, because whole tables are locked. */
const server = testServer({ databaseUrl: () => freshDatabaseUrl("interrupted_imports") });

const issues = `Summary,Issue key,Issue id,Status,Assignee,Assignee Id,Labels,Outward issue link (Blocks),Custom field (Room),Comment
Paint,AB-1,101,To Do,Sam,5b1f,a,AB-2,Hall,14/Mar/26 8:00 AM;5b1f;first
Floor,AB-2,102,Done,Sam,5b1f,b,,Kitchen,15/Mar/26 8:00 AM;5b1f;second
`;

/** The same board later: both issues are changed, and one is new. */
const laterIssues = `${issues.split("\n")[0]}
Paint,AB-1,101,Done,,,c,AB-2,Attic,14/Mar/26 8:00 AM;5b1f;first
Floor,AB-2,102,Done,Sam,5b1f,c,,Attic,15/Mar/26 8:00 AM;5b1f;second
Roof,AB-3,103,Review,Sam,5b1f,c,AB-2,Attic,16/Mar/26 8:00 AM;5b1f;third
`;

const send = (world: World, url: string, content: string) =>
  world.api(world.manager).send({
    method: "POST",
    url,
    ...multipart([
      { name: "file", value: Buffer.from(content), filename: "board.csv" },
      { name: "title", value: "Flat" },
      { name: "people", value: JSON.stringify([{ id: "5b1f", user_id: world.employee.id }]) },
    ]),
  });

const sendImport = (world: World) => send(world, "/project-imports", issues);

/** Tables that an import writes, in the order in which it does. */
const tables = [
  "project",
  "task_status",
  "project_member",
  "project_import",
  "project_field",
  "project_tag",
  "task",
  "task_user",
  "task_tag",
  "comment",
  "task_blocker",
  "imported_task",
] as const;

/** Tables that the update writes. */
const updatedTables = [
  "task_status",
  "project_tag",
  "project_import",
  "task",
  "task_user",
  "task_tag",
  "comment",
  "task_blocker",
  "imported_task",
] as const;

async function countRows(world: World): Promise<Record<string, number>> {
  const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table} WHERE tenant_id = $1) AS ${table}`);
  const [row] = await server.owner.query<Record<string, number>[]>(`SELECT ${counts.join(", ")}`, [world.tenantId]);
  return row as Record<string, number>;
}

const readBoard = async (world: World, projectId: number): Promise<unknown> =>
  requireOk(await world.api(world.manager).get(`/project/${projectId}/task_tatus`)).body.data;

const terminateBlocked = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))";

/** Ends the connection of the import at its first write to the table, as a crash of the server does for the database. */
async function interruptAt(table: string, start: () => Promise<{ status: number }>): Promise<number> {
  const runner = server.owner.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
    const [lock] = (await runner.query("SELECT pg_backend_pid() AS pid")) as { pid: number }[];
    let hasEnded = false;
    const reply = start().finally(() => (hasEnded = true));
    // On another connection, because a transaction reads the list of connections once.
    const terminate = () => server.owner.query<unknown[]>(terminateBlocked, [lock?.pid]);
    while (!hasEnded && (await terminate()).length === 0) await wait(10);
    await runner.rollbackTransaction();
    return (await reply).status;
  } finally {
    await runner.release();
  }
}

test("an import that is interrupted at any write leaves nothing and can be repeated", async () => {
  const [world, other] = [await server.world(), await server.world()];
  const before = await countRows(world);
  for (const table of tables) {
    expect([table, await interruptAt(table, () => sendImport(world))]).toEqual([table, 503]);
    expect(await countRows(world)).toEqual(before);
  }
  requireOk(await sendImport(world));
  requireOk(await sendImport(other));
  const after = await countRows(world);
  expect(after).toEqual(await countRows(other));
  expect(Object.entries(after).filter(([table, count]) => count === before[table])).toEqual([]);
});

test("an update that is interrupted at any write changes nothing and can be repeated", async () => {
  const [world, other] = [await server.world(), await server.world()];
  const projectOf = async (reader: World) => requireOk(await sendImport(reader)).body.data.project.id as number;
  const [projectId, otherId] = [await projectOf(world), await projectOf(other)];
  const [before, board] = [await countRows(world), await readBoard(world, projectId)];
  const update = () => send(world, `/project/${projectId}/imports`, laterIssues);
  for (const table of updatedTables) {
    expect([table, await interruptAt(table, update)]).toEqual([table, 503]);
    expect(await countRows(world)).toEqual(before);
    expect(await readBoard(world, projectId)).toEqual(board);
  }
  const { counts } = requireOk(await update()).body.data;
  expect(counts).toMatchObject({ created: 1, updated: 2, conflicts: 0 });
  expect(requireOk(await send(other, `/project/${otherId}/imports`, laterIssues)).body.data.counts).toEqual(counts);
  expect(await countRows(world)).toEqual(await countRows(other));
});
