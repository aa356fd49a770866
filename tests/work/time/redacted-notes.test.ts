import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";

/** Changed and deleted notes are removed from all stored events, like comments. */
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
  id = requireOk(await board.member.post("/time-entry", { ...body, task_id: task, note: first })).body.data.id;
  requireOk(await board.owner.post("/time-entry", { ...body, task_id: task, note: others }));
});

async function storedText(): Promise<string> {
  const pages = await Promise.all(
    [`/task/${task}/activity`, `/activity?project_id=${board.id}`].map(
      async (url) => requireOk(await board.owner.get(url)).text,
    ),
  );
  const events = await server.owner.query(
    "SELECT data FROM domain_event WHERE tenant_id = $1 AND type LIKE 'time_entry.%'",
    [world.tenantId],
  );
  return [...pages, JSON.stringify(events)].join("\n");
}

test("a changed note replaces the old text in all events", async () => {
  expect(await storedText()).toContain(first);
  requireOk(await board.member.put(`/time-entry/${id}`, { ...body, note: second }));
  const now = await storedText();
  expect([now.includes(first), now.includes(second), now.includes(others)]).toEqual([false, true, true]);
  requireOk(await board.member.put(`/time-entry/${id}`, { ...body, hours: 2, note: null }));
  expect(await storedText()).not.toContain(second);
});

test("deleting an entry or its task removes the notes from all events", async () => {
  requireOk(await board.member.delete(`/time-entry/${id}`));
  const now = await storedText();
  expect([now.includes(first), now.includes(others)]).toEqual([false, true]);
  await server.owner.query("DELETE FROM task WHERE tenant_id = $1 AND id = $2", [world.tenantId, task]);
  const [{ left }] = await server.owner.query<[{ left: number }]>(
    "SELECT count(*)::int AS left FROM domain_event WHERE tenant_id = $1 AND data::text LIKE '%' || $2 || '%'",
    [world.tenantId, others],
  );
  expect(left).toBe(0);
});
