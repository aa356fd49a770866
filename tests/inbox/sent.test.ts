import type { InboxEntry } from "../../shared/approvals/approvals.contract";
import { office, week } from "../leave/office";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { waitingMany } from "./waiting";

const server = testServer();

const idsOf = (data: Pick<InboxEntry, "request">[]) => data.map(({ request }) => request.id);

test("what one has sent is one's own alone, the latest first; drafts aren't among it", async () => {
  const { ask, employee, manager, hr } = await office(await server.world());
  const first = ok(await ask(week(1))).body.data.id;
  const second = ok(await ask(week(2))).body.data.id;
  ok(await ask({ ...week(3), draft: true }));
  const { data, meta } = ok(await employee.get("/approvals/sent")).body;
  expect([idsOf(data), meta.total]).toEqual([[second, first], 2]);
  expect(data[0]).toMatchObject({ request: { status: "waiting_manager_approval" }, step: { state: "now" } });
  for (const other of [manager, hr]) expect(ok(await other.get("/approvals/sent")).body.data).toEqual([]);
  expect(ok(await employee.get("/approvals/sent?per_page=1&page=2")).body.data).toHaveLength(1);
});

test("what is decided stays in the list with the step that decided it, and is under way no longer", async () => {
  const { ask, employee, manager } = await office(await server.world());
  const { id } = ok(await ask(week(1))).body.data;
  const other = ok(await ask(week(2))).body.data.id;
  expect(ok(await employee.get("/approvals/count")).body.data).toEqual({ waiting: 0, sent: 2 });
  ok(await manager.put(`/leave/leave-request/${id}/request-changes`, { note: "Another week" }));
  expect(ok(await employee.get("/approvals/count")).body.data.sent).toBe(2); // it is theirs to change
  ok(await manager.put(`/leave/leave-request/${other}/reject`, { reason: "No" }));
  expect(ok(await employee.get("/approvals/count")).body.data.sent).toBe(1);
  const { data } = ok(await employee.get("/approvals/sent")).body;
  expect(data.map(({ step }: InboxEntry) => step.state)).toEqual(["rejected", "changes_requested"]);
});

test("searching finds by requester, title and number, and takes signs of patterns for what they are", async () => {
  const { ask, employee, manager, people, world } = await office(await server.world());
  const { id } = ok(await ask(week(1))).body.data;
  const { employee: person } = people;
  const find = async (path: string, q: string, api = manager) => {
    const { data, meta } = ok(await api.get(`${path}?q=${encodeURIComponent(q)}`)).body;
    expect(meta.total).toBe(data.length);
    return idsOf(data);
  };
  const { fullname } = ok(await manager.get("/approvals/inbox")).body.data[0].request.requester;
  const part = fullname.slice(1, 5).toUpperCase();
  expect(await find("/approvals/inbox", part)).toEqual([id]);
  for (const none of ["%", "_", "\\", "nobody such"]) {
    expect(await find("/approvals/inbox", none)).toEqual([]);
    expect(await find("/approvals/sent", none, employee)).toEqual([]);
  }
  expect(await find("/approvals/sent", part, employee)).toEqual([id]);
  ok(await manager.put(`/leave/leave-request/${id}/reject`, { reason: "No" }));
  expect(await find("/approvals/decided", part)).toEqual([id]);
  expect(await find("/approvals/decided", "%")).toEqual([]);
  const decided = await manager.get(`/approvals/decided?family=finance&q=${encodeURIComponent(part)}`);
  expect(ok(decided).body.data).toEqual([]);
  expect((await world.api(person).get(`/approvals/inbox?q=${"x".repeat(101)}`)).status).toBe(422);
});

test("the inbox can show one requester's; whose requests wait is said with it", async () => {
  const { ask, manager, people, world, type } = await office(await server.world());
  const { id } = ok(await ask(week(1))).body.data;
  const [other] = await waitingMany(world, { from: people.hr, on: people.manager, type, count: 1 });
  const all = ok(await manager.get("/approvals/inbox")).body;
  expect(new Set(idsOf(all.data))).toEqual(new Set([id, other]));
  const requesters = all.meta.requesters.map((person: { id: number }) => person.id);
  expect(new Set(requesters)).toEqual(new Set([people.employee.id, people.hr.id]));
  const one = ok(await manager.get(`/approvals/inbox?requester_id=${people.hr.id}`)).body;
  expect([idsOf(one.data), one.meta.total, one.meta.counts.leave]).toEqual([[other], 1, 2]);
  expect(one.meta.requesters).toHaveLength(2);
  expect((await manager.get("/approvals/inbox?requester_id=no")).status).toBe(422);
});
