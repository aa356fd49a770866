import { UserEntity } from "../../server/people/user.entity";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { office, requests, scanner, today, url } from "./office";

const server = testServer();
const inboxOf = async (api: { get(path: string): Promise<{ body: { data: { request: { id: number } }[] } }> }) =>
  (await api.get("/approvals/inbox?family=finance")).body.data.map(({ request }) => request.id);

describe("refused", () => {
  test("to nobody, to who isn't asked, to another tenant, and on one's own", async () => {
    const { ask, employee, finance, world } = await office(await server.world());
    const elsewhere = await server.world();
    const { id } = ok(await ask()).body.data;
    for (const verb of ["approve", "cancel"]) {
      expect((await world.api().put(url(id, verb))).status).toBe(401);
      expect((await world.api(await world.person("employee")).put(url(id, verb))).status).toBe(404);
      expect((await elsewhere.api(elsewhere.admin).put(url(id, verb))).status).toBe(404);
      expect((await finance.put(url(id, verb))).status).toBe(403); // sees it, isn't asked yet, and didn't ask for it
    }
    expect((await employee.put(url(id, "approve"))).body.code).toBe("request.own");
    for (const verb of ["pay", "settle", "archive", "restore"]) {
      expect((await employee.put(url(id, verb), { reference: "x" })).status).toBe(403);
    }
  });

  test("to finance on a request of finance's own: somebody else decides and pays it", async () => {
    const { ask, finance, admin, world } = await office(await server.world());
    const second = await world.person("finance");
    const { data } = ok(await ask({}, finance)).body;
    expect(data).toMatchObject({ status: "waiting_finance_approval", next_status: { role: { code: "finance" } } });
    expect((await finance.put(url(data.id, "approve"))).body.code).toBe("request.own");
    expect(await inboxOf(finance)).toEqual([]);
    ok(await world.api(second).put(url(data.id, "approve")));
    expect((await finance.put(url(data.id, "pay"), { reference: "x" })).body.code).toBe("request.own");
    const pays = async (who: typeof finance) => ok(await who.get(`${requests}/${data.id}`)).body.data.can.pay;
    expect([await pays(finance), await pays(admin)]).toEqual([false, true]);
    ok(await admin.put(url(data.id, "pay"), { reference: "x" }));
  });

  test.each([
    ["draft", ["approve", "pay", "settle", "archive", "restore"]],
    ["waiting_manager_approval", ["send", "pay", "settle", "archive", "restore"]],
    ["approved", ["send", "approve", "settle", "archive", "restore"]],
    ["paid", ["send", "approve", "cancel", "pay", "settle", "restore"]],
    ["archived", ["send", "approve", "cancel", "pay", "settle", "archive"]],
    ["rejected", ["approve", "cancel", "pay", "archive"]],
    ["cancelled", ["send", "approve", "cancel", "pay", "archive", "restore"]],
  ])("when it is %s: what may not follow is 409, and changes nothing", async (status, verbs) => {
    const { ask, approved, paid, employee, manager, finance, read } = await office(await server.world());
    const make: Record<string, () => Promise<number>> = {
      draft: async () => ok(await ask({ draft: true })).body.data.id,
      waiting_manager_approval: async () => ok(await ask()).body.data.id,
      approved,
      paid,
      archived: async () => {
        const id = await paid();
        ok(await finance.put(url(id, "archive")));
        return id;
      },
      rejected: async () => {
        const { id } = ok(await ask()).body.data;
        ok(await manager.put(url(id, "reject"), { reason: "No" }));
        return id;
      },
      cancelled: async () => {
        const { id } = ok(await ask()).body.data;
        ok(await employee.put(url(id, "cancel")));
        return id;
      },
    };
    const id = await (make[status] as () => Promise<number>)();
    const before = await read(id);
    expect(before.status).toBe(status);
    const body = { reference: "x", receipts: [{ details: "a", amount: "1" }] };
    for (const verb of verbs) {
      const own = ["send", "cancel"].includes(verb);
      const answer = await (own ? employee : finance).put(url(id, verb), body);
      // Drafts of others aren't there.
      expect([verb, answer.status]).toEqual([verb, status === "draft" ? 404 : 409]);
    }
    expect((await employee.put(`${requests}/${id}`, { items: [scanner], draft: true })).status).toBe(
      ["draft", "rejected"].includes(status) ? 200 : 409,
    );
    if (!["draft", "rejected"].includes(status)) expect(await read(id)).toEqual(before);
  });
});

test("through manager and finance to paid, archived and back, with what comes next at each step", async () => {
  const { ask, employee, manager, finance, payer, read, people } = await office(await server.world());
  const { id } = ok(await ask()).body.data;
  expect(await inboxOf(manager)).toEqual([id]);
  expect(await inboxOf(finance)).toEqual([]);
  const mid = ok(await manager.put(url(id, "approve"), { note: "Needed" })).body.data;
  expect(mid).toMatchObject({ status: "waiting_finance_approval", next_status: { role: { code: "finance" } } });
  expect(await inboxOf(finance)).toEqual([id]);
  const { data: entries } = ok(await finance.get("/approvals/inbox?family=finance")).body;
  expect(entries[0].facts).toMatchObject({ amount: "2840.00", currency: "USD", title: "Handheld scanner", items: 1 });
  expect(ok(await finance.put(url(id, "approve"))).body.data).toMatchObject({
    status: "approved",
    next_status: { status: "paid", action: "pay", approver: null, role: { code: "finance" }, day: null },
    can: { pay: false, approve: false },
    pay_apart: "somebody_else",
  });
  expect((await finance.put(url(id, "pay"), { reference: "x" })).body.code).toBe("request.fourEyesPay");
  expect(await read(id, payer)).toMatchObject({ can: { pay: true }, pay_apart: null });
  const refused = await payer.put(url(id, "pay"), { date: "2999-01-01" });
  expect(Object.keys(refused.body.errors)).toEqual(["reference"]);
  expect(Object.keys((await payer.put(url(id, "pay"), { reference: "x", date: "2999-01-01" })).body.errors)).toEqual([
    "date",
  ]);
  expect(Object.keys((await payer.put(url(id, "pay"), { reference: "x", date: "2001-01-01" })).body.errors)).toEqual([
    "date",
  ]);
  expect((await manager.put(url(id, "pay"), { reference: "x" })).status).toBe(403);
  const paid = ok(await payer.put(url(id, "pay"), { reference: "TRX-20418" })).body;
  expect(paid.message).toBe("Paid");
  expect(paid.data).toMatchObject({
    status: "paid",
    paid: { date: today, reference: "TRX-20418", by: { id: people.payer.id } },
    settled: null,
    can: { archive: true, pay: false },
    next_status: { status: "archived", action: "archive", approver: null, role: null, day: paid.data.archive_on },
  });
  ok(await finance.put(url(id, "archive")));
  expect(await read(id)).toMatchObject({ status: "archived", archived_at: expect.any(String), archive_on: null });
  expect((await read(id)).next_status).toBeNull();
  expect((await employee.get(requests)).body.data).toEqual([]);
  expect((await employee.get(`${requests}?archived=1&q=scanner`)).body.data).toMatchObject([{ id }]);
  ok(await finance.put(url(id, "restore")));
  expect(await read(id)).toMatchObject({ status: "paid", archived_at: null });
});

test("rejected with a reason, changed and sent again under the same number; kinds stay", async () => {
  const { ask, employee, manager, read, people } = await office(await server.world());
  const { id, number } = ok(await ask()).body.data;
  expect(Object.keys((await manager.put(url(id, "reject"), {})).body.errors)).toEqual(["reason"]);
  ok(await manager.put(url(id, "reject"), { reason: "There are two in the depot" }));
  expect(await read(id)).toMatchObject({ status: "rejected", reject_reason: "There are two in the depot" });
  expect(Object.keys((await employee.put(`${requests}/${id}`, { type: "payment" })).body.errors)).toEqual(["type"]);
  const again = ok(await employee.put(`${requests}/${id}`, { items: [{ ...scanner, quantity: 1 }] })).body.data;
  expect(again).toMatchObject({ number, status: "waiting_manager_approval", amount: "1420.00", reject_reason: null });
  expect(Object.keys((await manager.put(url(id, "request-changes"), {})).body.errors)).toEqual(["note"]);
  ok(await manager.put(url(id, "request-changes"), { note: "Add the quote" }));
  expect(await read(id)).toMatchObject({
    status: "changes_requested",
    can: { send: true, edit: true },
    next_status: { status: "submitted", action: "resubmit", approver: { id: people.employee.id }, role: null },
  });
  expect(ok(await employee.put(url(id, "send"))).body.data).toMatchObject({
    number,
    status: "waiting_manager_approval",
  });
});

test("taken back by its requester until it is paid, by finance once it is approved", async () => {
  const { ask, approved, employee, manager, finance } = await office(await server.world());
  const { id } = ok(await ask()).body.data;
  expect((await manager.put(url(id, "cancel"))).status).toBe(403);
  ok(await employee.put(url(id, "cancel")));
  expect(await inboxOf(manager)).toEqual([]);
  ok(await finance.put(url(await approved(), "cancel")));
  ok(await employee.put(url(await approved(), "cancel")));
});

test("who has no manager is finance's to decide, once", async () => {
  const { ask, finance, people, world } = await office(await server.world());
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { parentId: null }));
  const { data } = ok(await ask({ needed_by: "2999-12-01" })).body;
  expect(data.status).toBe("waiting_finance_approval");
  expect(ok(await finance.put(url(data.id, "approve"))).body.data).toMatchObject({
    status: "approved",
    next_status: { action: "pay", day: "2999-12-01" },
  });
});

test("decided by the delegatee on behalf, and seen by them as long as it lasts", async () => {
  const { ask, manager, world } = await office(await server.world());
  const deputy = await world.person("manager");
  ok(await manager.post("/delegation", { delegatee_id: deputy.id }));
  const { id } = ok(await ask()).body.data;
  const api = world.api(deputy);
  expect((await api.get(requests)).body.data).toMatchObject([{ id }]);
  const { data } = ok(await api.put(url(id, "approve"))).body;
  expect(data.steps[0]).toMatchObject({ decided_by: { id: deputy.id }, on_behalf_of: { id: world.manager.id } });
});

test("the screens of those whom it concerns hear of it; no amounts are told", async () => {
  const { ask, manager, finance, payer: pays, people, world } = await office(await server.world());
  const mark = server.published.length;
  const { id } = ok(await ask()).body.data;
  ok(await manager.put(url(id, "approve")));
  ok(await finance.put(url(id, "approve")));
  ok(await pays.put(url(id, "pay"), { reference: "TRX" }));
  ok(await finance.put(url(id, "archive")));
  const told = world.events(mark).map(({ stream, event }) => `${stream} ${event.type}`);
  const { employee, manager: boss, finance: payer } = people;
  for (const expected of [
    `user:${employee.id} request.sent`,
    `user:${payer.id} finance.changed`,
    `user:${employee.id} request.paid`,
    `user:${boss.id} request.paid`,
    `user:${employee.id} request.archived`,
  ]) {
    expect(told).toContain(expected);
  }
  expect(told.filter((each) => each.endsWith("request.archived"))).toHaveLength(1);
  expect(told.filter((each) => each.startsWith(`user:${world.hr.id}`))).toEqual([]);
  const [listed, others] = [true, false].map((wanted) =>
    world.events(mark).filter(({ event }) => (event.type === "request_list.changed") === wanted),
  );
  // As a sum is written; an id may have any digits.
  expect(JSON.stringify(others?.map(({ event }) => event.data))).not.toMatch(/"2840|2840\./);
  // What it comes to is told to those alone who may read it.
  const readers = [employee, boss, payer, people.payer, world.admin].map(({ id }) => `user:${id}`);
  expect(new Set(listed?.map(({ stream }) => stream))).toEqual(new Set(readers));
});
