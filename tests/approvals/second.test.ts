import { UserEntity } from "../../server/people/user.entity";
import { RequestEntity } from "../../server/approvals/request.entity";
import { sql } from "../../server/platform/database/unit-of-work";
import { office, url } from "../finance/office";
import { whileLocked } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";

// What a person has eight seconds for may take a busy machine longer.
jest.mock("../../shared/approvals/approvals.undo.rules", () => ({ decisionHeldMs: 3_600_000 }));

const server = testServer();

const hold = sql("test.holdRequest", "SELECT FROM request WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE");

/** A purchase that waits for the manager and whoever decides for them. */
async function asked() {
  const all = await office(await server.world());
  const deputy = await all.world.person("manager", { fullname: "Dina Deputy" });
  ok(await all.manager.post("/delegation", { delegatee_id: deputy.id }));
  const { id, version } = ok(await all.ask()).body.data as { id: number; version: number };
  return { ...all, deputy, as: all.world.api(deputy), id, version };
}

test.each([
  ["with the version", true],
  ["without a version", false],
])(
  "of thirty at once %s one decides; the others learn who did what, and that it waits for finance",
  async (_, named) => {
    const { world, manager, as, deputy, people, id, version } = await asked();
    const body = named ? { version } : {};
    const calls = Array.from({ length: 8 }, (_, at) => () => (at % 2 ? as : manager).put(url(id, "approve"), body));
    const answers = await whileLocked(server, world, (tx) => tx.rows(hold, [id]), calls);
    const more = await Promise.all(
      Array.from({ length: 22 }, (_, at) => (at % 2 ? as : manager).put(url(id, "approve"), body)),
    );
    const all = [...answers, ...more];
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
  },
);

test("also when it is over, in whatever way, and on behalf of whom", async () => {
  const { manager, as, deputy, people, id } = await asked();
  ok(await as.put(url(id, "reject"), { reason: "No" }));
  const late = await manager.put(url(id, "approve"));
  expect([late.status, late.body.message]).toEqual([409, "Dina Deputy has already rejected this request."]);
  expect(late.body.data).toMatchObject({
    status: "rejected",
    next_status: null,
    decision: { state: "rejected", decided_by: { id: deputy.id }, on_behalf_of: { id: people.manager.id } },
  });
  const again = await as.put(url(id, "approve"));
  expect([again.status, again.body.message]).toEqual([409, "You have already rejected this request."]);
  const bulk = ok(await manager.post("/approvals/approve", { requests: [{ id }] })).body.data;
  expect(bulk).toMatchObject([{ status: 409, message: "Dina Deputy has already rejected this request." }]);
});

test("in the reader's language", async () => {
  const { manager, as, id } = await asked();
  ok(await as.put(url(id, "approve")));
  const said = async (language: string) =>
    (await manager.send({ method: "PUT", url: url(id, "approve"), headers: { "accept-language": language } })).body
      .message;
  expect(await said("de")).toBe("Dina Deputy hat diesen Antrag schon genehmigt. Er wartet jetzt auf Finance.");
  expect(await said("ko")).toBe("Dina Deputy 님이 이미 이 요청을 승인했습니다. 지금은 Finance의 결정을 기다립니다.");
});

test("what nobody decided is said as it was: taken back, or changed", async () => {
  const { manager, employee, id, version, world } = await asked();
  await world.tx((tx) => tx.repo(RequestEntity).update({ id }, { version: version + 1 }));
  const stale = await manager.put(url(id, "approve"), { version });
  expect([stale.status, stale.body.code, stale.body.data]).toMatchObject([
    409,
    "request.stale",
    { id, version: version + 1, status: "waiting_manager_approval", decision: null },
  ]);
  ok(await employee.put(url(id, "cancel")));
  const gone = await manager.put(url(id, "approve"));
  expect([gone.status, gone.body.code, gone.body.data]).toMatchObject([
    409,
    "request.wrongState",
    { status: "cancelled", decision: null },
  ]);
});

test("who never was asked is refused as before, and learns nothing", async () => {
  const { finance, manager, id, people, world } = await asked();
  expect((await finance.put(url(id, "approve"))).body).toMatchObject({ code: "permission.denied" });
  const boss = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { parentId: boss.id }));
  ok(await manager.put(url(id, "approve")));
  const answer = await world.api(boss).put(url(id, "approve"));
  expect([answer.status, answer.body.code, answer.body.data]).toEqual([403, "permission.denied", undefined]);
});

test("what was undone isn't decided: the next one decides it", async () => {
  const { manager, as, id } = await asked();
  ok(await as.put(url(id, "approve")));
  ok(await as.put(`/approvals/request/${id}/undo`));
  ok(await manager.put(url(id, "approve")));
  const late = await as.put(url(id, "approve"));
  expect([late.status, late.body.by.fullname]).toEqual([409, "Mia Manager"]);
});
