import { lockDecision, claimExpiredDecision } from "../../../server/approvals/approvals/decision-undo.sql";
import { decisionHeldMs } from "../../../shared/approvals/approvals/approvals.undo.rules";
import { publishTenantDecisions } from "../../../workers/approvals/approvals/decisions";
import { financeFixture as financeOffice } from "../../requests/finance/fixtures";
import { formsFixture, equipmentForm } from "../../requests/forms/fixtures";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { runWorkerAfter } from "../../communication/notifications/worker";
import type { Api } from "../../support/api";
import { multipart } from "../../support/multipart";
import { runSerialized } from "../../support/serialized";
import { pdf, png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

// Extends the undo period of eight seconds, which may be too short on a busy machine.
jest.mock("../../../shared/approvals/approvals/approvals.undo.rules", () => ({ decisionHeldMs: 3_600_000 }));

const server = testServer();
const log = { warn: () => undefined } as never;

const undo = (api: Api, id: number) => api.put(`/approvals/request/${id}/undo`);
const over = () => new Date(Date.now() + decisionHeldMs + 1_000);
const notifyDecided = (world: World, now = over()) =>
  publishTenantDecisions({ unitOfWork: server.platform.unitOfWork, log }, world.tenantId, now);
const kindsOf = async (world: World, person: Person): Promise<string[]> =>
  requireOk(await world.api(person).get("/notification?about=requests")).body.data.map(
    (one: { data: { kind: string } }) => one.data.kind,
  );
const waiting = async (api: Api): Promise<number> => requireOk(await api.get("/approvals/count")).body.data.waiting;
const tooLate = (world: World) =>
  world.tx((tx) => tx.manager.query("UPDATE request_decision SET until = now() - interval '1 second'"));
const rowsOf = (world: World, id: number) =>
  world.tx((tx) =>
    tx.manager.query(
      `SELECT r.status, r.step, r.decided_at, (SELECT json_agg(s ORDER BY s.id) FROM request_step s WHERE s.request_id = r.id) AS steps,
         (SELECT COALESCE(json_agg(json_build_object('reason', l.reason, 'year', l.year, 'days', l.days) ORDER BY l.reason, l.year), '[]')
          FROM (SELECT reason, year, sum(days) AS days FROM leave_ledger WHERE request_id = r.id
                GROUP BY reason, year HAVING sum(days) <> 0) AS l) AS ledger,
         (SELECT live FROM leave_request q WHERE q.id = r.id) AS live
       FROM request r WHERE r.id = $1`,
      [id],
    ),
  );

describe("refused undo", () => {
  test("undo returns 409 for users who didn't decide and 404 without access", async () => {
    const { world, ask, manager, employee, hr } = await leaveFixture(await server.world(), { hrStep: true });
    const { id } = requireOk(await ask(workingWeek(1))).body.data;
    expect((await undo(manager, id)).body.code).toBe("request.undoLate");
    requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
    for (const api of [employee, hr]) expect((await undo(api, id)).body.code).toBe("request.undoLate");
    expect((await undo(world.api(world.finance), id)).status).toBe(404);
    expect((await undo(world.api(null), id)).status).toBe(401);
    const other = await server.world();
    expect((await undo(other.api(other.admin), id)).status).toBe(404);
    expect(await waiting(hr)).toBe(1);
  });

  test("undo returns 409 after the next decision or after the undo period", async () => {
    const { world, ask, manager, hr } = await leaveFixture(await server.world(), { hrStep: true });
    const { id } = requireOk(await ask(workingWeek(1))).body.data;
    requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
    requireOk(await hr.put(`/leave/leave-request/${id}/approve`));
    const acted = await undo(manager, id);
    expect([acted.status, acted.body.code]).toEqual([409, "request.undoActedOn"]);
    const second = requireOk(await ask(workingWeek(2))).body.data.id;
    requireOk(await manager.put(`/leave/leave-request/${second}/approve`));
    requireOk(await world.api(world.employee).put(`/leave/leave-request/${second}/cancel`));
    const cancelled = await undo(manager, second);
    expect([cancelled.status, cancelled.body.code]).toEqual([409, "request.undoActedOn"]);
    const third = requireOk(await ask(workingWeek(3))).body.data.id;
    requireOk(await manager.put(`/leave/leave-request/${third}/reject`, { reason: "No" }));
    await tooLate(world);
    const late = await undo(manager, third);
    expect([late.status, late.body.code]).toEqual([409, "request.undoLate"]);
  });

  test("a delegate can't undo a decision after the delegation has ended", async () => {
    const { world, ask, manager, hr } = await leaveFixture(await server.world(), { hrStep: true });
    const delegate = await world.person("manager");
    const delegation = requireOk(await manager.post("/delegation", { delegatee_id: delegate.id })).body.data;
    const { id } = requireOk(await ask(workingWeek(1))).body.data;
    requireOk(await world.api(delegate).put(`/leave/leave-request/${id}/approve`));
    requireOk(await manager.delete(`/delegation/${delegation.id}`));
    const [before] = await rowsOf(world, id);
    expect((await undo(world.api(delegate), id)).status).toBe(403);
    expect(await rowsOf(world, id)).toEqual([before]);
    expect(await waiting(hr)).toBe(1);
  });

  // Undo is refused once files have changed: the request would return to approvers whose earlier approvals covered the removed files.
  test("a rejection can't be undone after the requester removed a file", async () => {
    const { ask, employee, manager, finance } = await financeOffice(await server.world());
    const { id } = requireOk(await ask()).body.data;
    const discussionUrl = `/approvals/request/${id}`;
    const lay = async () => {
      const parts = multipart([{ name: "file", value: pdf(), filename: "invoice.pdf" }]);
      return requireOk(await employee.send({ method: "POST", url: `${discussionUrl}/attachment`, ...parts })).body.data
        .id as number;
    };
    const invoice = await lay();
    requireOk(await manager.put(`/finance/finance-request/${id}/approve`));
    requireOk(await employee.delete(`/approvals/attachment/${await lay()}`));
    requireOk(await undo(manager, id));
    requireOk(await manager.put(`/finance/finance-request/${id}/approve`));
    requireOk(await finance.put(`/finance/finance-request/${id}/reject`, { reason: "No" }));
    requireOk(await undo(finance, id));
    requireOk(await finance.put(`/finance/finance-request/${id}/reject`, { reason: "No" }));
    requireOk(await employee.delete(`/approvals/attachment/${invoice}`));
    expect((await undo(finance, id)).body.code).toBe("request.undoLate");
  });

  test("a request for changes can't be undone after a file was added to the form", async () => {
    const forms = await formsFixture(await server.world());
    const { id } = requireOk(await forms.fill(await forms.publish(equipmentForm), { answers: { f1: "c2" } })).body.data;
    requireOk(await forms.manager.put(`/vas/vas-request/${id}/request-changes`, { note: "With an offer" }));
    const { payload, headers } = multipart([
      { name: "field", value: "f4" },
      { name: "file", filename: "offer.png", value: png() },
    ]);
    requireOk(await forms.employee.post(`/vas/vas-request/${id}/file`, payload, { headers }));
    expect((await undo(forms.manager, id)).body.code).toBe("request.undoLate");
  });
});

test.each([
  ["approve", "manager", true],
  ["approve", "manager", false],
  ["reject", "manager", false],
  ["request-changes", "manager", true],
] as const)("leave: undoing %s by the %s (another step after it: %s) restores all rows", async (verb, _by, hrStep) => {
  const { world, ask, manager, people, balance } = await leaveFixture(await server.world(), { hrStep });
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const before = [await rowsOf(world, id), await balance(people.employee)];
  requireOk(await manager.put(`/leave/leave-request/${id}/${verb}`, { reason: "No", note: "Later?" }));
  expect(await rowsOf(world, id)).not.toEqual(before[0]);
  requireOk(await undo(manager, id));
  expect([await rowsOf(world, id), await balance(people.employee)]).toEqual(before);
  requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
});

test("finance decisions can be undone and repeated", async () => {
  const { world, ask, manager, finance } = await financeOffice(await server.world());
  const { id } = requireOk(await ask()).body.data;
  for (let round = 0; round < 2; round++) {
    requireOk(await manager.put(`/finance/finance-request/${id}/approve`));
    expect([await waiting(manager), await waiting(finance)]).toEqual([0, 1]);
    requireOk(await undo(manager, id));
    expect([await waiting(manager), await waiting(finance)]).toEqual([1, 0]);
  }
  const forms = await formsFixture(world);
  const form = requireOk(await forms.fill(await forms.publish(equipmentForm), { answers: { f1: "c2" } })).body.data.id;
  const before = await rowsOf(world, form);
  requireOk(await forms.manager.put(`/vas/vas-request/${form}/reject`, { reason: "No" }));
  requireOk(await undo(forms.manager, form));
  expect(await rowsOf(world, form)).toEqual(before);
});

test("notifications are sent once after the undo period, never for undone decisions", async () => {
  const { world, ask, manager } = await leaveFixture(await server.world(), { hrStep: true });
  const ids = [requireOk(await ask(workingWeek(1))).body.data.id, requireOk(await ask(workingWeek(2))).body.data.id];
  await runWorkerAfter(server, world, async () => {
    for (const id of ids) requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
    requireOk(await undo(manager, ids[1]));
  });
  expect(await notifyDecided(world, new Date())).toBe(0);
  expect([await kindsOf(world, world.employee), await kindsOf(world, world.hr)]).toEqual([[], []]);
  expect(await notifyDecided(world)).toBe(1);
  expect(await notifyDecided(world)).toBe(0);
  expect([await kindsOf(world, world.employee), await kindsOf(world, world.hr)]).toEqual([
    ["request.stepApproved"],
    ["request.waiting"],
  ]);
});

test("undoing a decision notifies the other approvers of the step again", async () => {
  const { world, ask, manager, hr } = await leaveFixture(await server.world(), { hrStep: true });
  const other = await world.person("hr");
  const unreadOf = async (person: Person) =>
    requireOk(await world.api(person).get("/notification?about=requests&is_read=0")).body.data.map(
      (one: { data: { kind: string } }) => one.data.kind,
    );
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  await runWorkerAfter(server, world, async () => requireOk(await manager.put(`/leave/leave-request/${id}/approve`)));
  await runWorkerAfter(server, world, () => notifyDecided(world));
  expect(await unreadOf(other)).toEqual(["request.waiting"]);
  await runWorkerAfter(server, world, async () => requireOk(await hr.put(`/leave/leave-request/${id}/approve`)));
  expect(await unreadOf(other)).toEqual([]);
  await runWorkerAfter(server, world, async () => requireOk(await undo(hr, id)));
  expect([await unreadOf(other), await unreadOf(world.hr), await unreadOf(world.employee)]).toEqual([
    ["request.waiting"],
    [],
    ["request.stepApproved"],
  ]);
});

test("the next approver isn't notified after deciding within the undo period", async () => {
  const { world, ask, manager, hr } = await leaveFixture(await server.world(), { hrStep: true });
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  await runWorkerAfter(server, world, async () => {
    requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
    requireOk(await hr.put(`/leave/leave-request/${id}/approve`));
  });
  expect(await notifyDecided(world)).toBe(2);
  expect(await kindsOf(world, world.hr)).toEqual([]);
  expect((await kindsOf(world, world.employee)).sort()).toEqual(["request.approved", "request.stepApproved"]);
});

test("concurrent notification and undo of a decision: the second has no effect", async () => {
  const { world, ask, manager } = await leaveFixture(await server.world(), { hrStep: true });
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
  const [notified, undone] = await runSerialized<unknown>(
    server,
    world,
    (tx) => tx.one(claimExpiredDecision, [over(), []]),
    (tx) => tx.one(lockDecision, [id, world.manager.id]),
  );
  expect([notified?.status, undone]).toEqual(["fulfilled", { status: "fulfilled", value: undefined }]);
});

test("if a worker dies while notifying, the next one sends the notification once", async () => {
  const { world, ask, manager } = await leaveFixture(await server.world(), { hrStep: true });
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
  let deaths = 0;
  const dies = (async (scope: never, work: (tx: never) => Promise<unknown>) =>
    server.platform.unitOfWork(scope, async (tx) => {
      await work(tx as never);
      if (deaths++ === 0) throw new Error("killed");
    })) as unknown as typeof server.platform.unitOfWork;
  expect(await publishTenantDecisions({ unitOfWork: dies, log }, world.tenantId, over())).toBe(0);
  expect(await kindsOf(world, world.employee)).toEqual([]);
  expect(await notifyDecided(world)).toBe(1);
  expect(await kindsOf(world, world.employee)).toEqual(["request.stepApproved"]);
});
