import { takeBackNotes } from "../../migrations/0376-notes-that-were-taken-back";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { newBoard, ok, type TestBoard } from "../tasks/board";

/** Notes that were written anew or deleted are in no history any more, as comments. */
const server = testServer();
let world: World;
let board: TestBoard;
let task: number;
let id: number;
const body = { date: "2026-11-18", hours: 1, minutes: 0 };
const [first, second, others] = ["About the merger", "About the weather", "Somebody else's words"];
beforeEach(async () => {
  world = await server.world();
  board = await newBoard(world);
  task = board.tasks[0]?.[0] as number;
  id = ok(await board.member.post("/time-entry", { ...body, task_id: task, note: first })).body.data.id;
  ok(await board.owner.post("/time-entry", { ...body, task_id: task, note: others }));
});

/** All that is told of it: the histories, the feed, and what a screen that was away hears. */
async function told(): Promise<string> {
  const pages = await Promise.all(
    [`/task/${task}/activity`, `/activity?project_id=${board.id}`].map(
      async (url) => ok(await board.owner.get(url)).text,
    ),
  );
  const events = await server.owner.query(
    "SELECT data FROM domain_event WHERE tenant_id = $1 AND type LIKE 'time_entry.%'",
    [world.tenantId],
  );
  return [...pages, JSON.stringify(events)].join("\n");
}

test("written anew: the words of now stand there, and none from before", async () => {
  expect(await told()).toContain(first);
  ok(await board.member.put(`/time-entry/${id}`, { ...body, note: second }));
  const now = await told();
  expect([now.includes(first), now.includes(second), now.includes(others)]).toEqual([false, true, true]);
  ok(await board.member.put(`/time-entry/${id}`, { ...body, hours: 2, note: null }));
  expect(await told()).not.toContain(second);
});

test("deleted, and with its task: none", async () => {
  ok(await board.member.delete(`/time-entry/${id}`));
  const now = await told();
  expect([now.includes(first), now.includes(others)]).toEqual([false, true]);
  await server.owner.query("DELETE FROM task WHERE tenant_id = $1 AND id = $2", [world.tenantId, task]);
  const [{ left }] = await server.owner.query<[{ left: number }]>(
    "SELECT count(*)::int AS left FROM domain_event WHERE tenant_id = $1 AND data::text LIKE '%' || $2 || '%'",
    [world.tenantId, others],
  );
  expect(left).toBe(0);
});

test("what was told before there were triggers", async () => {
  const write = (of: number, data: object) =>
    server.owner.query(
      "UPDATE domain_event SET data = data || $3::jsonb WHERE tenant_id = $1 AND type = 'time_entry.created' AND data->>'id' = $2",
      [world.tenantId, String(of), JSON.stringify(data)],
    );
  await write(id, { note: "Long ago", before: { note: "Longer ago", minutes: 5 } });
  await server.owner.query(takeBackNotes);
  const now = await told();
  expect([now.includes("Long"), now.includes(first), now.includes(others)]).toEqual([false, true, true]);
});
