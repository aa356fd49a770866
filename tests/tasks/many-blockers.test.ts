import { aheadOf } from "../../server/tasks/tasks.links";
import { testServer } from "../support/server";
import { newBoard, ok, type TestBoard } from "./board";

const server = testServer();

/** So many tasks of which each waits for those before it: more than anybody would wait for by calls of a test. */
async function chain(board: TestBoard, tasks: number, each: number): Promise<number[]> {
  const [like] = board.tasks[0] ?? [];
  const made: { id: number }[] = await server.owner.query(
    `INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank)
     SELECT tenant_id, project_id, task_status_id, 1000 + n, 'One of many', 'm' || lpad(n::text, 6, '0') || 'm'
     FROM task, generate_series(1, $2::int) AS n WHERE task.id = $1 RETURNING id`,
    [like, tasks],
  );
  const ids = made.map(({ id }) => Number(id)).sort((a, b) => a - b);
  await server.owner.query(
    `INSERT INTO task_blocker (tenant_id, project_id, task_id, blocker_id)
     SELECT t.tenant_id, t.project_id, ($2::bigint[])[n], ($2::bigint[])[n - back]
     FROM task t, generate_series(1, $3::int) AS n, generate_series(1, $4::int) AS back WHERE t.id = $1 AND n > back`,
    [like, ids, tasks, each],
  );
  return ids;
}

test("what waits for what is looked through once, however many tasks change at once", async () => {
  const board = await newBoard(await server.world(), { cards: [1, 0, 0] });
  const ids = await chain(board, 1_000, 18);
  const changes = ids.slice(500).map((id, at) => ({ id, blockers: [ids[499 - (at % 50)] as number] }));
  ok(await board.member.post("/task/bulk", { changes: changes.slice(0, 400) }));
  // Rows, not time: the machine may be slow.
  const [{ tenant_id }] = await server.owner.query("SELECT tenant_id FROM project WHERE id = $1", [board.id]);
  const plan: object[] = await server.owner.query(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${aheadOf.text.replaceAll("current_tenant()", String(Number(tenant_id)))}`,
    [board.id, ids.slice(500)],
  );
  const rows = [...JSON.stringify(plan).matchAll(/"Actual Rows":([\d.]+)/g)].map(([, count]) => Number(count));
  expect(Math.max(...rows)).toBeLessThan(20_000); // one for each link at most; from each start anew, half a million
  const [first, last] = [ids[0] as number, ids[499] as number];
  const circle = await board.member.post("/task/bulk", {
    changes: [{ id: first, blockers: [last] }, ...changes.slice(400)],
  });
  expect([circle.status, Object.keys(circle.body.errors)]).toEqual([422, ["changes.0.blockers"]]);
});

test("a project has a most of it, beyond which no task waits for more", async () => {
  const board = await newBoard(await server.world(), { cards: [2, 0, 0] });
  const [, b] = board.tasks[0] as [number, number];
  const ids = await chain(board, 201, 200); // 20,100
  const refused = await board.member.post(`/task/${b}`, { blockers: [ids[0] as number] });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["blockers"]]);
  ok(await board.member.post(`/task/${ids[200]}`, { blockers: ids.slice(0, 150) }));
  ok(await board.member.post(`/task/${ids[200]}`, { blockers: [] }));
});
