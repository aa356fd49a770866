import { UserEntity } from "../../../server/people/people/user.entity";
import { RequestEntity } from "../../../server/approvals/approvals/request.entity";
import { sql } from "../../../server/platform/database/unit-of-work";
import { financeFixture, requestUrl } from "../../requests/finance/fixtures";
import { runWhileLocked } from "../../support/serialized";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";

// Extends the undo period of eight seconds, which may be too short on a busy machine.
jest.mock("../../../shared/approvals/approvals/approvals.undo.rules", () => ({ decisionHeldMs: 3_600_000 }));

const server = testServer();

const lockRequestRow = sql(
  "test.holdRequest",
  "SELECT FROM request WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE",
);

async function setup() {
  const all = await financeFixture(await server.world());
  const deputy = await all.world.person("manager", { fullname: "Dina Deputy" });
  requireOk(await all.manager.post("/delegation", { delegatee_id: deputy.id }));
  const { id, version } = requireOk(await all.ask()).body.data as { id: number; version: number };
  return { ...all, deputy, as: all.world.api(deputy), id, version };
}

test.each([
  ["with the version", true],
  ["without a version", false],
])("concurrent decisions %s: one succeeds, and later callers get its outcome", async (_, sendsVersion) => {
  const { world, manager, as, deputy, people, id, version } = await setup();
  const body = sendsVersion ? { version } : {};
  const calls = Array.from(
    { length: 8 },
    (_, at) => () => (at % 2 ? as : manager).put(requestUrl(id, "approve"), body),
  );
  const answers = await runWhileLocked(server, world, (tx) => tx.rows(lockRequestRow, [id]), calls);
  const laterAnswers = await Promise.all(
    Array.from({ length: 22 }, (_, at) => (at % 2 ? as : manager).put(requestUrl(id, "approve"), body)),
  );
  const all = [...answers, ...laterAnswers];
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  const late = all.filter(({ status }) => status !== 200);
  const first = all.find(({ status }) => status === 200)?.body.data.steps[0].decided_by;
  expect([people.manager.id, deputy.id]).toContain(first.id);
  for (const answer of late) {
    expect([answer.status, answer.body.code]).toEqual([409, "request.decided"]);
    expect(answer.body.by).toMatchObject({ id: first.id });
    expect(answer.body.data).toMatchObject({
      id,
      status: "waiting_finance_approval",
      version: version + 1,
      decision: { state: "approved", decided_by: { id: first.id, fullname: first.fullname } },
      next_status: { role: { code: "finance" }, approver: null },
    });
    expect(answer.body.message).toMatch(/already approved this request\. It waits for Finance now\.$/);
  }
});

test("a late decision gets 409 naming the earlier outcome, delegate and approver", async () => {
  const { manager, as, deputy, people, id } = await setup();
  requireOk(await as.put(requestUrl(id, "reject"), { reason: "No" }));
  const late = await manager.put(requestUrl(id, "approve"));
  expect([late.status, late.body.message]).toEqual([409, "Dina Deputy has already rejected this request."]);
  expect(late.body.data).toMatchObject({
    status: "rejected",
    next_status: null,
    decision: { state: "rejected", decided_by: { id: deputy.id }, on_behalf_of: { id: people.manager.id } },
  });
  const again = await as.put(requestUrl(id, "approve"));
  expect([again.status, again.body.message]).toEqual([409, "You have already rejected this request."]);
  const bulk = requireOk(await manager.post("/approvals/approve", { requests: [{ id }] })).body.data;
  expect(bulk).toMatchObject([{ status: 409, message: "Dina Deputy has already rejected this request." }]);
});

test("a late decision's message is in the reader's language", async () => {
  const { manager, as, id } = await setup();
  requireOk(await as.put(requestUrl(id, "approve")));
  const messageIn = async (language: string) =>
    (await manager.send({ method: "PUT", url: requestUrl(id, "approve"), headers: { "accept-language": language } }))
      .body.message;
  expect(await messageIn("de")).toBe("Dina Deputy hat diesen Antrag schon genehmigt. Er wartet jetzt auf Finance.");
  expect(await messageIn("ko")).toBe(
    "Dina Deputy 님이 이미 이 요청을 승인했습니다. 지금은 Finance의 결정을 기다립니다.",
  );
});

test("a late decision on a cancelled or changed request returns the reason", async () => {
  const { manager, employee, id, version, world } = await setup();
  await world.tx((tx) => tx.repo(RequestEntity).update({ id }, { version: version + 1 }));
  const stale = await manager.put(requestUrl(id, "approve"), { version });
  expect([stale.status, stale.body.code, stale.body.data]).toMatchObject([
    409,
    "request.stale",
    { id, version: version + 1, status: "waiting_manager_approval", decision: null },
  ]);
  requireOk(await employee.put(requestUrl(id, "cancel")));
  const refusal = await manager.put(requestUrl(id, "approve"));
  expect([refusal.status, refusal.body.code, refusal.body.data]).toMatchObject([
    409,
    "request.wrongState",
    { status: "cancelled", decision: null },
  ]);
});

test("users who were never approvers get 403 without details", async () => {
  const { finance, manager, id, people, world } = await setup();
  expect((await finance.put(requestUrl(id, "approve"))).body).toMatchObject({ code: "permission.denied" });
  const boss = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { managerId: boss.id }));
  requireOk(await manager.put(requestUrl(id, "approve")));
  const answer = await world.api(boss).put(requestUrl(id, "approve"));
  expect([answer.status, answer.body.code, answer.body.data]).toEqual([403, "permission.denied", undefined]);
});

test("after an undo, the next decision is accepted", async () => {
  const { manager, as, id } = await setup();
  requireOk(await as.put(requestUrl(id, "approve")));
  requireOk(await as.put(`/approvals/request/${id}/undo`));
  requireOk(await manager.put(requestUrl(id, "approve")));
  const late = await as.put(requestUrl(id, "approve"));
  expect([late.status, late.body.by.fullname]).toEqual([409, "Mia Manager"]);
});
