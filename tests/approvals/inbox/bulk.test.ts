import type { BulkResult } from "../../../shared/kernel/bulk-result";
import { testServer } from "../../support/server";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

const of = (results: BulkResult[], id: number) => results.find((result) => result.id === id);

test("bulk approval requires sign-in and one to a hundred requests", async () => {
  const world = await server.world();
  const requests = [{ id: 1, version: 1 }];
  expect((await world.api().post("/approvals/approve", { requests })).status).toBe(401);
  expect((await world.api(world.manager).post("/approvals/approve", { requests: [] })).status).toBe(422);
  const tooManyRequests = Array.from({ length: 101 }, (_, n) => ({ id: n + 1, version: 1 }));
  expect((await world.api(world.manager).post("/approvals/approve", { requests: tooManyRequests })).status).toBe(422);
});

test("bulk approval decides each request separately and returns each result", async () => {
  const { ask, manager, people, world } = await leaveFixture(await server.world());
  const first = requireOk(await ask(workingWeek(1))).body.data;
  const second = requireOk(await ask(workingWeek(2))).body.data;
  const decided = requireOk(await ask(workingWeek(3))).body.data;
  requireOk(await manager.put(`/leave/leave-request/${decided.id}/reject`, { reason: "No" }));
  const elsewhere = await leaveFixture(await server.world());
  const theirs = requireOk(await elsewhere.ask(workingWeek(1))).body.data;
  const mark = server.published.length;
  const requests = [
    { id: first.id, version: first.version },
    { id: decided.id, version: decided.version },
    { id: theirs.id, version: 1 },
    { id: 9_007_199_254_740_991, version: 1 },
    { id: second.id, version: second.version },
    { id: second.id, version: second.version },
  ];
  const { message, data } = requireOk(await manager.post("/approvals/approve", { requests, note: "Enjoy" })).body;
  expect(message).toBe("2 requests approved");
  expect(data).toHaveLength(5);
  expect(of(data, first.id)).toMatchObject({ done: true, status: 200, code: null });
  expect(of(data, second.id)).toMatchObject({ done: true });
  expect(of(data, decided.id)).toMatchObject({ done: false, status: 409, code: "request.decided" });
  expect(of(data, theirs.id)).toMatchObject({ done: false, status: 404, code: "notFound" });
  const steps = requireOk(await manager.get(`/leave/leave-request/${second.id}`)).body.data.steps;
  expect(steps[0]).toMatchObject({ state: "approved", note: "Enjoy", decided_by: { id: people.manager.id } });
  const events = world.events(mark).filter(({ event }) => event.type === "request.decided");
  expect(new Set(events.map(({ event }) => (event.data as { id: number }).id))).toEqual(new Set([first.id, second.id]));
});

test("bulk approval skips own requests and approves each request once", async () => {
  const { ask, manager, people, world } = await leaveFixture(await server.world());
  requireOk(await manager.post("/delegation", { delegatee_id: world.hr.id }));
  const requests = [];
  for (const at of [1, 2, 3, 4]) {
    const { id, version } = requireOk(await ask(workingWeek(at))).body.data;
    requests.push({ id, version });
  }
  const own = requireOk(await world.api(people.employee).post("/approvals/approve", { requests })).body
    .data as BulkResult[];
  expect(own.map(({ code }) => code)).toEqual(Array(4).fill("request.own"));
  const answers = await Promise.all([
    manager.post("/approvals/approve", { requests }),
    world.api(world.hr).post("/approvals/approve", { requests }),
  ]);
  const done = answers.flatMap((answer) =>
    (requireOk(answer).body.data as BulkResult[]).filter((result) => result.done),
  );
  expect(done.map(({ id }) => id).sort((a, b) => a - b)).toEqual(requests.map(({ id }) => id));
});
