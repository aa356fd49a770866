import type { InboxEntry } from "../../../shared/approvals/approvals/approvals.contract";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { createWaitingRequests } from "./waiting-requests";

const server = testServer();

const idsOf = (data: Pick<InboxEntry, "request">[]) => data.map(({ request }) => request.id);

test("the sent list has the user's own requests, newest first, without drafts", async () => {
  const { ask, employee, manager, hr } = await leaveFixture(await server.world());
  const first = requireOk(await ask(workingWeek(1))).body.data.id;
  const second = requireOk(await ask(workingWeek(2))).body.data.id;
  requireOk(await ask({ ...workingWeek(3), draft: true }));
  const { data, meta } = requireOk(await employee.get("/approvals/sent")).body;
  expect([idsOf(data), meta.total]).toEqual([[second, first], 2]);
  expect(data[0]).toMatchObject({ request: { status: "waiting_manager_approval" }, step: { state: "now" } });
  for (const other of [manager, hr]) expect(requireOk(await other.get("/approvals/sent")).body.data).toEqual([]);
  expect(requireOk(await employee.get("/approvals/sent?per_page=1&page=2")).body.data).toHaveLength(1);
});

test("a rejected request stays in the sent list and isn't counted as open", async () => {
  const { ask, employee, manager } = await leaveFixture(await server.world());
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const other = requireOk(await ask(workingWeek(2))).body.data.id;
  expect(requireOk(await employee.get("/approvals/count")).body.data).toEqual({ waiting: 0, sent: 2 });
  requireOk(await manager.put(`/leave/leave-request/${id}/request-changes`, { note: "Another week" }));
  expect(requireOk(await employee.get("/approvals/count")).body.data.sent).toBe(2); // the requester has to change it
  requireOk(await manager.put(`/leave/leave-request/${other}/reject`, { reason: "No" }));
  expect(requireOk(await employee.get("/approvals/count")).body.data.sent).toBe(1);
  const { data } = requireOk(await employee.get("/approvals/sent")).body;
  expect(data.map(({ step }: InboxEntry) => step.state)).toEqual(["rejected", "changes_requested"]);
  const pending = requireOk(await employee.get("/approvals/sent?pending=true&per_page=1")).body;
  expect([idsOf(pending.data), pending.meta.total]).toEqual([[id], 1]);
});

test("search matches requester, title and number, and escapes wildcards", async () => {
  const { ask, employee, manager, people, world } = await leaveFixture(await server.world());
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const { employee: person } = people;
  const find = async (path: string, q: string, api = manager) => {
    const { data, meta } = requireOk(await api.get(`${path}?q=${encodeURIComponent(q)}`)).body;
    expect(meta.total).toBe(data.length);
    return idsOf(data);
  };
  const { fullname } = requireOk(await manager.get("/approvals/inbox")).body.data[0].request.requester;
  const part = fullname.slice(1, 5).toUpperCase();
  expect(await find("/approvals/inbox", part)).toEqual([id]);
  for (const none of ["%", "_", "\\", "nobody such"]) {
    expect(await find("/approvals/inbox", none)).toEqual([]);
    expect(await find("/approvals/sent", none, employee)).toEqual([]);
  }
  expect(await find("/approvals/sent", part, employee)).toEqual([id]);
  requireOk(await manager.put(`/leave/leave-request/${id}/reject`, { reason: "No" }));
  expect(await find("/approvals/decided", part)).toEqual([id]);
  expect(await find("/approvals/decided", "%")).toEqual([]);
  const decided = await manager.get(`/approvals/decided?family=finance&q=${encodeURIComponent(part)}`);
  expect(requireOk(decided).body.data).toEqual([]);
  expect((await world.api(person).get(`/approvals/inbox?q=${"x".repeat(101)}`)).status).toBe(422);
});

test("the inbox filters by requester and lists all requesters", async () => {
  const { ask, manager, people, world, type } = await leaveFixture(await server.world());
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const [other] = await createWaitingRequests(world, { from: people.hr, on: people.manager, type, count: 1 });
  const all = requireOk(await manager.get("/approvals/inbox")).body;
  expect(new Set(idsOf(all.data))).toEqual(new Set([id, other]));
  const requesters = all.meta.requesters.map((person: { id: number }) => person.id);
  expect(new Set(requesters)).toEqual(new Set([people.employee.id, people.hr.id]));
  const one = requireOk(await manager.get(`/approvals/inbox?requester_id=${people.hr.id}`)).body;
  expect([idsOf(one.data), one.meta.total, one.meta.counts.leave]).toEqual([[other], 1, 2]);
  expect(one.meta.requesters).toHaveLength(2);
  expect((await manager.get("/approvals/inbox?requester_id=no")).status).toBe(422);
});
