import { UserEntity } from "../../../server/people/people/user.entity";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { financeFixture, requestsUrl, scannerItem, today, requestUrl } from "./fixtures";

const server = testServer();
const inboxOf = async (api: { get(path: string): Promise<{ body: { data: { request: { id: number } }[] } }> }) =>
  (await api.get("/approvals/inbox?family=finance")).body.data.map(({ request }) => request.id);

describe("refused actions on requests", () => {
  test("request actions require access and being the approver or requester", async () => {
    const { ask, employee, finance, world } = await financeFixture(await server.world());
    const elsewhere = await server.world();
    const { id } = requireOk(await ask()).body.data;
    for (const verb of ["approve", "cancel"]) {
      expect((await world.api().put(requestUrl(id, verb))).status).toBe(401);
      expect((await world.api(await world.person("employee")).put(requestUrl(id, verb))).status).toBe(404);
      expect((await elsewhere.api(elsewhere.admin).put(requestUrl(id, verb))).status).toBe(404);
      expect((await finance.put(requestUrl(id, verb))).status).toBe(403); // sees it, but is neither the current approver nor the requester
    }
    expect((await employee.put(requestUrl(id, "approve"))).body.code).toBe("request.own");
    for (const verb of ["pay", "settle", "archive", "restore"]) {
      expect((await employee.put(requestUrl(id, verb), { reference: "x" })).status).toBe(403);
    }
  });

  test("finance users can't decide or pay their own requests", async () => {
    const { ask, finance, admin, world } = await financeFixture(await server.world());
    const second = await world.person("finance");
    const { data } = requireOk(await ask({}, finance)).body;
    expect(data).toMatchObject({ status: "waiting_finance_approval", next_status: { role: { code: "finance" } } });
    expect((await finance.put(requestUrl(data.id, "approve"))).body.code).toBe("request.own");
    expect(await inboxOf(finance)).toEqual([]);
    requireOk(await world.api(second).put(requestUrl(data.id, "approve")));
    expect((await finance.put(requestUrl(data.id, "pay"), { reference: "x" })).body.code).toBe("request.own");
    const pays = async (who: typeof finance) => requireOk(await who.get(`${requestsUrl}/${data.id}`)).body.data.can.pay;
    expect([await pays(finance), await pays(admin)]).toEqual([false, true]);
    requireOk(await admin.put(requestUrl(data.id, "pay"), { reference: "x" }));
  });

  test.each([
    ["draft", ["approve", "pay", "settle", "archive", "restore"]],
    ["waiting_manager_approval", ["send", "pay", "settle", "archive", "restore"]],
    ["approved", ["send", "approve", "settle", "archive", "restore"]],
    ["paid", ["send", "approve", "cancel", "pay", "settle", "restore"]],
    ["archived", ["send", "approve", "cancel", "pay", "settle", "archive"]],
    ["rejected", ["approve", "cancel", "pay", "archive"]],
    ["cancelled", ["send", "approve", "cancel", "pay", "archive", "restore"]],
  ])("invalid transitions of a request that is %s get 409 and change nothing", async (status, verbs) => {
    const { ask, approved, paid, employee, manager, finance, read } = await financeFixture(await server.world());
    const make: Record<string, () => Promise<number>> = {
      draft: async () => requireOk(await ask({ draft: true })).body.data.id,
      waiting_manager_approval: async () => requireOk(await ask()).body.data.id,
      approved,
      paid,
      archived: async () => {
        const id = await paid();
        requireOk(await finance.put(requestUrl(id, "archive")));
        return id;
      },
      rejected: async () => {
        const { id } = requireOk(await ask()).body.data;
        requireOk(await manager.put(requestUrl(id, "reject"), { reason: "No" }));
        return id;
      },
      cancelled: async () => {
        const { id } = requireOk(await ask()).body.data;
        requireOk(await employee.put(requestUrl(id, "cancel")));
        return id;
      },
    };
    const id = await (make[status] as () => Promise<number>)();
    const before = await read(id);
    expect(before.status).toBe(status);
    const body = { reference: "x", receipts: [{ details: "a", amount: "1" }] };
    for (const verb of verbs) {
      const own = ["send", "cancel"].includes(verb);
      const answer = await (own ? employee : finance).put(requestUrl(id, verb), body);
      // Other users' drafts return 404.
      expect([verb, answer.status]).toEqual([verb, status === "draft" ? 404 : 409]);
    }
    expect((await employee.put(`${requestsUrl}/${id}`, { items: [scannerItem], draft: true })).status).toBe(
      ["draft", "rejected"].includes(status) ? 200 : 409,
    );
    if (!["draft", "rejected"].includes(status)) expect(await read(id)).toEqual(before);
  });
});

test("a request passes manager, finance, payment, archive and restore", async () => {
  const { ask, employee, manager, finance, payer, read, people } = await financeFixture(await server.world());
  const { id } = requireOk(await ask()).body.data;
  expect(await inboxOf(manager)).toEqual([id]);
  expect(await inboxOf(finance)).toEqual([]);
  const mid = requireOk(await manager.put(requestUrl(id, "approve"), { note: "Needed" })).body.data;
  expect(mid).toMatchObject({ status: "waiting_finance_approval", next_status: { role: { code: "finance" } } });
  expect(await inboxOf(finance)).toEqual([id]);
  const { data: entries } = requireOk(await finance.get("/approvals/inbox?family=finance")).body;
  expect(entries[0].facts).toMatchObject({ amount: "2840.00", currency: "USD", title: "Handheld scanner", items: 1 });
  expect(requireOk(await finance.put(requestUrl(id, "approve"))).body.data).toMatchObject({
    status: "approved",
    next_status: { status: "paid", action: "pay", approver: null, role: { code: "finance" }, day: null },
    can: { pay: false, approve: false },
    pay_apart: "somebody_else",
  });
  expect((await finance.put(requestUrl(id, "pay"), { reference: "x" })).body.code).toBe("request.fourEyesPay");
  expect(await read(id, payer)).toMatchObject({ can: { pay: true }, pay_apart: null });
  const refused = await payer.put(requestUrl(id, "pay"), { date: "2999-01-01" });
  expect(Object.keys(refused.body.errors)).toEqual(["reference"]);
  expect(
    Object.keys((await payer.put(requestUrl(id, "pay"), { reference: "x", date: "2999-01-01" })).body.errors),
  ).toEqual(["date"]);
  expect(
    Object.keys((await payer.put(requestUrl(id, "pay"), { reference: "x", date: "2001-01-01" })).body.errors),
  ).toEqual(["date"]);
  expect((await manager.put(requestUrl(id, "pay"), { reference: "x" })).status).toBe(403);
  const paid = requireOk(await payer.put(requestUrl(id, "pay"), { reference: "TRX-20418" })).body;
  expect(paid.message).toBe("Paid");
  expect(paid.data).toMatchObject({
    status: "paid",
    paid: { date: today, reference: "TRX-20418", by: { id: people.payer.id } },
    settled: null,
    can: { archive: true, pay: false },
    next_status: { status: "archived", action: "archive", approver: null, role: null, day: paid.data.archive_on },
  });
  requireOk(await finance.put(requestUrl(id, "archive")));
  expect(await read(id)).toMatchObject({ status: "archived", archived_at: expect.any(String), archive_on: null });
  expect((await read(id)).next_status).toBeNull();
  expect((await employee.get(requestsUrl)).body.data).toEqual([]);
  expect((await employee.get(`${requestsUrl}?archived=1&q=scanner`)).body.data).toMatchObject([{ id }]);
  requireOk(await finance.put(requestUrl(id, "restore")));
  expect(await read(id)).toMatchObject({ status: "paid", archived_at: null });
});

test("a rejected request can be resent, with the same number and type", async () => {
  const { ask, employee, manager, read, people } = await financeFixture(await server.world());
  const { id, number } = requireOk(await ask()).body.data;
  expect(Object.keys((await manager.put(requestUrl(id, "reject"), {})).body.errors)).toEqual(["reason"]);
  requireOk(await manager.put(requestUrl(id, "reject"), { reason: "There are two in the depot" }));
  expect(await read(id)).toMatchObject({ status: "rejected", reject_reason: "There are two in the depot" });
  expect(Object.keys((await employee.put(`${requestsUrl}/${id}`, { type: "payment" })).body.errors)).toEqual(["type"]);
  const again = requireOk(await employee.put(`${requestsUrl}/${id}`, { items: [{ ...scannerItem, quantity: 1 }] })).body
    .data;
  expect(again).toMatchObject({ number, status: "waiting_manager_approval", amount: "1420.00", reject_reason: null });
  expect(Object.keys((await manager.put(requestUrl(id, "request-changes"), {})).body.errors)).toEqual(["note"]);
  requireOk(await manager.put(requestUrl(id, "request-changes"), { note: "Add the quote" }));
  expect(await read(id)).toMatchObject({
    status: "changes_requested",
    can: { send: true, edit: true },
    next_status: { status: "submitted", action: "resubmit", approver: { id: people.employee.id }, role: null },
  });
  expect(requireOk(await employee.put(requestUrl(id, "send"))).body.data).toMatchObject({
    number,
    status: "waiting_manager_approval",
  });
});

test("a returned request is converted again when its changes are saved or sent", async () => {
  const { ask, employee, manager, finance, read } = await financeFixture(await server.world());
  const { id } = requireOk(await ask({ currency: "EUR" })).body.data;
  expect(await read(id)).toMatchObject({ rate: "1.0834", home_amount: "3076.86" });
  requireOk(await manager.put(requestUrl(id, "request-changes"), { note: "One is enough" }));
  const save = async (body: object) =>
    requireOk(await employee.put(`${requestsUrl}/${id}`, { ...body, draft: true })).body.data;
  expect(await save({ items: [{ ...scannerItem, quantity: 1 }] })).toMatchObject({ home_amount: "1538.43" });
  expect(await save({ currency: "KWD" })).toMatchObject({
    currency: "KWD",
    rate: "3.2512",
    home_currency: "USD",
    home_amount: "4616.70",
  });
  const unknown = await employee.put(`${requestsUrl}/${id}`, { currency: "GBP", draft: true });
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ["currency"]]);
  await save({ currency: "EUR" });
  const currencies = [{ code: "EUR", rate: "1.1" }];
  const { version } = requireOk(await finance.get("/finance/settings")).body.data;
  requireOk(await finance.put("/finance/settings", { currency: "USD", currencies, archive_days: 30, version }));
  const sent = requireOk(await employee.put(requestUrl(id, "send"))).body.data;
  expect(sent).toMatchObject({ rate: "1.1", home_amount: "1562.00", amount: "1420.00" });
});

test("the requester can cancel until payment, and finance after approval", async () => {
  const { ask, approved, employee, manager, finance } = await financeFixture(await server.world());
  const { id } = requireOk(await ask()).body.data;
  expect((await manager.put(requestUrl(id, "cancel"))).status).toBe(403);
  requireOk(await employee.put(requestUrl(id, "cancel")));
  expect(await inboxOf(manager)).toEqual([]);
  requireOk(await finance.put(requestUrl(await approved(), "cancel")));
  requireOk(await employee.put(requestUrl(await approved(), "cancel")));
});

test("without a manager, only finance decides, in a single step", async () => {
  const { ask, finance, people, world } = await financeFixture(await server.world());
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { managerId: null }));
  const { data } = requireOk(await ask({ needed_by: "2999-12-01" })).body;
  expect(data.status).toBe("waiting_finance_approval");
  expect(requireOk(await finance.put(requestUrl(data.id, "approve"))).body.data).toMatchObject({
    status: "approved",
    next_status: { action: "pay", day: "2999-12-01" },
  });
});

test("a delegate sees and decides requests on behalf while the delegation lasts", async () => {
  const { ask, manager, world } = await financeFixture(await server.world());
  const deputy = await world.person("manager");
  requireOk(await manager.post("/delegation", { delegatee_id: deputy.id }));
  const { id } = requireOk(await ask()).body.data;
  const api = world.api(deputy);
  expect((await api.get(requestsUrl)).body.data).toMatchObject([{ id }]);
  const { data } = requireOk(await api.put(requestUrl(id, "approve"))).body;
  expect(data.steps[0]).toMatchObject({ decided_by: { id: deputy.id }, on_behalf_of: { id: world.manager.id } });
});

test("events go to the users concerned and contain no amounts", async () => {
  const { ask, manager, finance, payer: pays, people, world } = await financeFixture(await server.world());
  const mark = server.published.length;
  const { id } = requireOk(await ask()).body.data;
  requireOk(await manager.put(requestUrl(id, "approve")));
  requireOk(await finance.put(requestUrl(id, "approve")));
  requireOk(await pays.put(requestUrl(id, "pay"), { reference: "TRX" }));
  requireOk(await finance.put(requestUrl(id, "archive")));
  const publishedTypes = world.events(mark).map(({ stream, event }) => `${stream} ${event.type}`);
  const { employee, manager: boss, finance: payer } = people;
  for (const expected of [
    `user:${employee.id} request.sent`,
    `user:${payer.id} finance.changed`,
    `user:${employee.id} request.paid`,
    `user:${boss.id} request.paid`,
    `user:${employee.id} request.archived`,
  ]) {
    expect(publishedTypes).toContain(expected);
  }
  expect(publishedTypes.filter((each) => each.endsWith("request.archived"))).toHaveLength(1);
  expect(publishedTypes.filter((each) => each.startsWith(`user:${world.hr.id}`))).toEqual([]);
  const [listed, others] = [true, false].map((isListEvent) =>
    world.events(mark).filter(({ event }) => (event.type === "request_list.changed") === isListEvent),
  );
  // Matches amounts in their written form only, as an id may have any digits.
  expect(JSON.stringify(others?.map(({ event }) => event.data))).not.toMatch(/"2840|2840\./);
  // Only users who may read the amount receive the event that contains it.
  const readers = [employee, boss, payer, people.payer, world.admin].map(({ id }) => `user:${id}`);
  expect(new Set(listed?.map(({ stream }) => stream))).toEqual(new Set(readers));
});
