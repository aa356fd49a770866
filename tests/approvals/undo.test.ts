import { held, takeDue } from "../../server/approvals/decision-undo.sql";
import { decisionHeldMs } from "../../shared/approvals/approvals.undo.rules";
import { tellDecisionsOf } from "../../workers/approvals/decisions";
import { office as financeOffice } from "../finance/office";
import { desk, equipment } from "../forms/desk";
import { office, week } from "../leave/office";
import { worked } from "../notifications/worker";
import type { Api } from "../support/api";
import { multipart } from "../support/multipart";
import { oneAtATime } from "../support/one-at-a-time";
import { pdf, png } from "../support/sample-files";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { ok } from "../tasks/board";

// What a person has eight seconds for may take a busy machine longer.
jest.mock("../../shared/approvals/approvals.undo.rules", () => ({ decisionHeldMs: 3_600_000 }));

const server = testServer();
const log = { warn: () => undefined } as never;

const undo = (api: Api, id: number) => api.put(`/approvals/request/${id}/undo`);
const over = () => new Date(Date.now() + decisionHeldMs + 1_000);
const tell = (world: World, now = over()) =>
  tellDecisionsOf({ unitOfWork: server.platform.unitOfWork, log }, world.tenantId, now);
const kindsOf = async (world: World, person: Person): Promise<string[]> =>
  ok(await world.api(person).get("/notification?about=requests")).body.data.map(
    (one: { data: { kind: string } }) => one.data.kind,
  );
const waiting = async (api: Api): Promise<number> => ok(await api.get("/approvals/count")).body.data.waiting;
const tooLate = (world: World) =>
  world.tx((tx) => tx.manager.query("UPDATE request_decision SET until = now() - interval '1 second'"));
/** Everything of a request but what says when it was touched. */
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

describe("refused", () => {
  test("to whoever didn't decide, though they see it and decide such requests; who doesn't see it gets 404", async () => {
    const { world, ask, manager, employee, hr } = await office(await server.world(), { hrStep: true });
    const { id } = ok(await ask(week(1))).body.data;
    expect((await undo(manager, id)).body.code).toBe("request.undoLate"); // nothing was decided yet
    ok(await manager.put(`/leave/leave-request/${id}/approve`));
    for (const api of [employee, hr]) expect((await undo(api, id)).body.code).toBe("request.undoLate");
    expect((await undo(world.api(world.finance), id)).status).toBe(404);
    expect((await undo(world.api(null), id)).status).toBe(401);
    const other = await server.world();
    expect((await undo(other.api(other.admin), id)).status).toBe(404);
    expect(await waiting(hr)).toBe(1);
  });

  test("once the next person has acted, and once the time is over", async () => {
    const { world, ask, manager, hr } = await office(await server.world(), { hrStep: true });
    const { id } = ok(await ask(week(1))).body.data;
    ok(await manager.put(`/leave/leave-request/${id}/approve`));
    ok(await hr.put(`/leave/leave-request/${id}/approve`));
    const acted = await undo(manager, id);
    expect([acted.status, acted.body.code]).toEqual([409, "request.undoActedOn"]);
    const second = ok(await ask(week(2))).body.data.id;
    ok(await manager.put(`/leave/leave-request/${second}/approve`));
    ok(await world.api(world.employee).put(`/leave/leave-request/${second}/cancel`));
    const cancelled = await undo(manager, second);
    expect([cancelled.status, cancelled.body.code]).toEqual([409, "request.undoActedOn"]);
    const third = ok(await ask(week(3))).body.data.id;
    ok(await manager.put(`/leave/leave-request/${third}/reject`, { reason: "No" }));
    await tooLate(world);
    const late = await undo(manager, third);
    expect([late.status, late.body.code]).toEqual([409, "request.undoLate"]);
  });

  // Put back, it would stand approved by whoever saw the files that lay there before.
  test("of a refusal, once whoever asked has taken a file away; what else they do with files hinders nobody", async () => {
    const { ask, employee, manager, finance } = await financeOffice(await server.world());
    const { id } = ok(await ask()).body.data;
    const talk = `/approvals/request/${id}`;
    const lay = async () => {
      const parts = multipart([{ name: "file", value: pdf(), filename: "invoice.pdf" }]);
      return ok(await employee.send({ method: "POST", url: `${talk}/attachment`, ...parts })).body.data.id as number;
    };
    const invoice = await lay();
    ok(await manager.put(`/finance/finance-request/${id}/approve`));
    ok(await employee.delete(`/approvals/attachment/${await lay()}`));
    ok(await undo(manager, id));
    ok(await manager.put(`/finance/finance-request/${id}/approve`));
    ok(await finance.put(`/finance/finance-request/${id}/reject`, { reason: "No" }));
    ok(await undo(finance, id));
    ok(await finance.put(`/finance/finance-request/${id}/reject`, { reason: "No" }));
    ok(await employee.delete(`/approvals/attachment/${invoice}`));
    expect((await undo(finance, id)).body.code).toBe("request.undoLate");
  });

  test("of a form that was sent back, once another file lies in it", async () => {
    const forms = await desk(await server.world());
    const { id } = ok(await forms.fill(await forms.publish(equipment), { answers: { f1: "c2" } })).body.data;
    ok(await forms.manager.put(`/vas/vas-request/${id}/request-changes`, { note: "With an offer" }));
    const { payload, headers } = multipart([
      { name: "field", value: "f4" },
      { name: "file", filename: "offer.png", value: png() },
    ]);
    ok(await forms.employee.post(`/vas/vas-request/${id}/file`, payload, { headers }));
    expect((await undo(forms.manager, id)).body.code).toBe("request.undoLate");
  });
});

test.each([
  ["approve", "manager", true],
  ["approve", "manager", false],
  ["reject", "manager", false],
  ["request-changes", "manager", true],
] as const)("leave: %s by the %s (another step after it: %s) leaves nothing behind", async (verb, _by, hrStep) => {
  const { world, ask, manager, people, balance } = await office(await server.world(), { hrStep });
  const { id } = ok(await ask(week(1))).body.data;
  const before = [await rowsOf(world, id), await balance(people.employee)];
  ok(await manager.put(`/leave/leave-request/${id}/${verb}`, { reason: "No", note: "Later?" }));
  expect(await rowsOf(world, id)).not.toEqual(before[0]);
  ok(await undo(manager, id));
  expect([await rowsOf(world, id), await balance(people.employee)]).toEqual(before);
  ok(await manager.put(`/leave/leave-request/${id}/approve`));
});

test("finance and forms as well; another may be decided again, and undone again", async () => {
  const { world, ask, manager, finance } = await financeOffice(await server.world());
  const { id } = ok(await ask()).body.data;
  for (let round = 0; round < 2; round++) {
    ok(await manager.put(`/finance/finance-request/${id}/approve`));
    expect([await waiting(manager), await waiting(finance)]).toEqual([0, 1]);
    ok(await undo(manager, id));
    expect([await waiting(manager), await waiting(finance)]).toEqual([1, 0]);
  }
  const forms = await desk(world);
  const form = ok(await forms.fill(await forms.publish(equipment), { answers: { f1: "c2" } })).body.data.id;
  const before = await rowsOf(world, form);
  ok(await forms.manager.put(`/vas/vas-request/${form}/reject`, { reason: "No" }));
  ok(await undo(forms.manager, form));
  expect(await rowsOf(world, form)).toEqual(before);
});

test("nobody is told before the time is over, then everybody once; of what was undone nobody", async () => {
  const { world, ask, manager } = await office(await server.world(), { hrStep: true });
  const ids = [ok(await ask(week(1))).body.data.id, ok(await ask(week(2))).body.data.id];
  await worked(server, world, async () => {
    for (const id of ids) ok(await manager.put(`/leave/leave-request/${id}/approve`));
    ok(await undo(manager, ids[1]));
  });
  expect(await tell(world, new Date())).toBe(0);
  expect([await kindsOf(world, world.employee), await kindsOf(world, world.hr)]).toEqual([[], []]);
  expect(await tell(world)).toBe(1);
  expect(await tell(world)).toBe(0);
  expect([await kindsOf(world, world.employee), await kindsOf(world, world.hr)]).toEqual([
    ["request.stepApproved"],
    ["request.waiting"],
  ]);
});

test("decided on before it is told: the next one isn't asked for what they have done", async () => {
  const { world, ask, manager, hr } = await office(await server.world(), { hrStep: true });
  const { id } = ok(await ask(week(1))).body.data;
  await worked(server, world, async () => {
    ok(await manager.put(`/leave/leave-request/${id}/approve`));
    ok(await hr.put(`/leave/leave-request/${id}/approve`));
  });
  expect(await tell(world)).toBe(2);
  expect(await kindsOf(world, world.hr)).toEqual([]);
  expect((await kindsOf(world, world.employee)).sort()).toEqual(["request.approved", "request.stepApproved"]);
});

test("told or undone, never both: whoever comes second waits for the first", async () => {
  const { world, ask, manager } = await office(await server.world(), { hrStep: true });
  const { id } = ok(await ask(week(1))).body.data;
  ok(await manager.put(`/leave/leave-request/${id}/approve`));
  const [told, undone] = await oneAtATime<unknown>(
    server,
    world,
    (tx) => tx.one(takeDue, [over(), []]),
    (tx) => tx.one(held, [id, world.manager.id]),
  );
  expect([told?.status, undone]).toEqual(["fulfilled", { status: "fulfilled", value: undefined }]);
});

test("a worker that dies while it tells: it is told by the next one, and once", async () => {
  const { world, ask, manager } = await office(await server.world(), { hrStep: true });
  const { id } = ok(await ask(week(1))).body.data;
  ok(await manager.put(`/leave/leave-request/${id}/approve`));
  let deaths = 0;
  const dies = (async (scope: never, work: (tx: never) => Promise<unknown>) =>
    server.platform.unitOfWork(scope, async (tx) => {
      await work(tx as never);
      if (deaths++ === 0) throw new Error("killed");
    })) as unknown as typeof server.platform.unitOfWork;
  expect(await tellDecisionsOf({ unitOfWork: dies, log }, world.tenantId, over())).toBe(0);
  expect(await kindsOf(world, world.employee)).toEqual([]);
  expect(await tell(world)).toBe(1);
  expect(await kindsOf(world, world.employee)).toEqual(["request.stepApproved"]);
});
