import { selectTransitiveBlockers } from "../../../server/work/tasks/tasks.links";
import { testServer } from "../../support/server";
import { newBoard, requireOk, type TestBoard } from "./board";

const server = testServer();

/** Inserts tasks that each depend on those before them, more than a test could create through the API. */
async function chain(board: TestBoard, tasks: number, each: number): Promise<number[]> {
  const [like] = board.tasks[0] ?? [];
  const createdTasks: { id: number }[] = await server.owner.query(
    `INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank)
     SELECT tenant_id, project_id, task_status_id, 1000 + n, 'One of many', 'm' || lpad(n::text, 6, '0') || 'm'
     FROM task, generate_series(1, $2::int) AS n WHERE task.id = $1 RETURNING id`,
    [like, tasks],
  );
  const ids = createdTasks.map(({ id }) => Number(id)).sort((a, b) => a - b);
  await server.owner.query(
    `INSERT INTO task_blocker (tenant_id, project_id, task_id, blocker_id)
     SELECT t.tenant_id, t.project_id, ($2::bigint[])[n], ($2::bigint[])[n - back]
     FROM task t, generate_series(1, $3::int) AS n, generate_series(1, $4::int) AS back WHERE t.id = $1 AND n > back`,
    [like, ids, tasks, each],
  );
  return ids;
}

test("dependencies are traversed once, however many tasks change together", async () => {
  const board = await newBoard(await server.world(), { cards: [1, 0, 0] });
  const ids = await chain(board, 1_000, 18);
  const changes = ids.slice(500).map((id, at) => ({ id, blockers: [ids[499 - (at % 50)] as number] }));
  requireOk(await board.member.post("/task/bulk", { changes: changes.slice(0, 400) }));
  // Counts rows instead of measuring time, since the machine may be slow.
  const [{ tenant_id }] = await server.owner.query("SELECT tenant_id FROM project WHERE id = $1", [board.id]);
  const plan: object[] = await server.owner.query(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${selectTransitiveBlockers.text.replaceAll("current_tenant()", String(Number(tenant_id)))}`,
    [board.id, ids.slice(500)],
  );
  const rows = [...JSON.stringify(plan).matchAll(/"Actual Rows":([\d.]+)/g)].map(([, count]) => Number(count));
  expect(Math.max(...rows)).toBeLessThan(20_000); // at most one row per dependency; separate traversals would read half a million
  const [first, last] = [ids[0] as number, ids[499] as number];
  const circle = await board.member.post("/task/bulk", {
    changes: [{ id: first, blockers: [last] }, ...changes.slice(400)],
  });
  expect([circle.status, Object.keys(circle.body.errors)]).toEqual([422, ["changes.0.blockers"]]);
});

test("the number of blockers per project is limited", async () => {
  const board = await newBoard(await server.world(), { cards: [2, 0, 0] });
  const [, b] = board.tasks[0] as [number, number];
  const ids = await chain(board, 201, 200); // 20,100 dependencies
  const refused = await board.member.post(`/task/${b}`, { blockers: [ids[0] as number] });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["blockers"]]);
  requireOk(await board.member.post(`/task/${ids[200]}`, { blockers: ids.slice(0, 150) }));
  requireOk(await board.member.post(`/task/${ids[200]}`, { blockers: [] }));
});
