import { UserEntity } from "../../../server/people/people/user.entity";
import { listFinanceRequests } from "../../../server/requests/finance/finance.list";
import { runsFull } from "../../run-size";
import { testServer } from "../../support/server";
import { recordStatementNames } from "../../support/statements/sent";
import { requireOk } from "../../work/tasks/board";
import { type FinanceFixture, financeFixture, requestsUrl, today, requestUrl } from "./fixtures";

const server = testServer();
const ids = (answer: { body: { data: { id: number }[] } }) => answer.body.data.map(({ id }) => id);

async function several({ ask, manager, finance, paid }: FinanceFixture) {
  const item = (price: string) => [{ details: `Thing for ${price}`, price, quantity: 1 }];
  const one = async (body: object) => requireOk(await ask(body)).body.data.id as number;
  const draft = await one({ draft: true, items: item("1") });
  const euro = await one({ currency: "EUR", items: item("10"), supplier: "Zagros Paper" });
  const payment = await one({
    type: "payment",
    items: item("20"),
    invoice_number: "INV-77",
    invoice_date: "2026-03-01",
    supplier: "Ashur",
    no_file_reason: "Lost",
  });
  const refused = await one({ items: item("30") });
  requireOk(await manager.put(requestUrl(refused, "reject"), { reason: "No" }));
  const settled = await paid({ items: item("40") }, "TRX-40");
  const archived = await paid({ items: item("50") }, "TRX-50");
  requireOk(await finance.put(requestUrl(archived, "archive")));
  return { draft, euro, asked: payment, refused, settled, gone: archived };
}

test("the list has own, team and waiting requests, and all requests for finance", async () => {
  const place = await financeFixture(await server.world());
  const { world, employee, manager, finance, people } = place;
  const requests = await several(place);
  const stranger = await world.person("employee");
  const boss = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { managerId: boss.id }));
  const sent = [requests.settled, requests.refused, requests.asked, requests.euro];
  expect(ids(await employee.get(requestsUrl))).toEqual([...sent, requests.draft]);
  expect(ids(await employee.get(`${requestsUrl}?scope=mine`))).toEqual([...sent, requests.draft]);
  for (const api of [manager, finance, world.api(boss), world.api(world.admin)]) {
    expect(ids(await api.get(requestsUrl))).toEqual(sent);
    expect(ids(await api.get(`${requestsUrl}?scope=mine`))).toEqual([]);
  }
  expect(ids(await manager.get(`${requestsUrl}?scope=team`))).toEqual(sent);
  expect(ids(await finance.get(`${requestsUrl}?scope=team`))).toEqual([]);
  expect(ids(await world.api(stranger).get(requestsUrl))).toEqual([]);
  expect((await world.api(stranger).get(`${requestsUrl}/${requests.euro}`)).status).toBe(404);
  expect((await world.api(world.external).get(requestsUrl)).status).toBe(403);
  const elsewhere = await server.world();
  expect(ids(await elsewhere.api(elsewhere.admin).get(requestsUrl))).toEqual([]);
});

test("all filters of the list can be combined", async () => {
  const place = await financeFixture(await server.world());
  const { finance, department, people } = place;
  const requests = await several(place);
  const found = async (query: string) => ids(await finance.get(`${requestsUrl}?${query}`));
  expect(await found("type=payment")).toEqual([requests.asked]);
  expect(await found("status=rejected,paid")).toEqual([requests.settled, requests.refused]);
  expect(await found("archived=1")).toEqual([requests.gone]);
  expect(await found("status=archived")).toEqual([requests.gone]);
  expect(await found("archived=all&type=purchase&status=paid,archived")).toEqual([requests.gone, requests.settled]);
  expect(await found("currency=eur")).toEqual([requests.euro]);
  expect(await found("supplier=zagros paper")).toEqual([requests.euro]);
  expect(await found("min=20&max=30")).toEqual([requests.refused, requests.asked]);
  expect(await found(`from=${today}&to=${today}&q=zagros p`)).toEqual([requests.euro]);
  expect(await found("from=2999-01-01")).toEqual([]);
  expect(await found(`requester_id=${people.employee.id}&q=inv-77`)).toEqual([requests.asked]);
  expect(await found(`requester_id=${people.manager.id}`)).toEqual([]);
  expect(await found(`department_id=${department}&q=TRX-40`)).toEqual([requests.settled]);
  expect(await found("archived=1&q=50")).toEqual([requests.gone]);
  expect(await found("q=PAY-")).toEqual([requests.asked]);
  expect(await found(`q=${encodeURIComponent("Emil")}&type=payment`)).toEqual([requests.asked]);
  expect(await found(`q=${encodeURIComponent("%")}`)).toEqual([]);
  const wrong = await finance.get(`${requestsUrl}?type=gift&status=lost&from=today&min=x&archived=maybe`);
  expect(Object.keys(wrong.body.errors).sort()).toEqual(["archived", "from", "min", "status.0", "type.0"]);
});

test("filter combinations leave no prepared statements on a connection", async () => {
  const { world } = await financeFixture(await server.world());
  const actor = { id: world.finance.id, permissions: new Set(["payment-list", "payment-pay"]) } as never;
  const left = await world.tx(async (tx) => {
    const days = { from: today, to: today } as const;
    for (const query of [days, { ...days, q: "a" }, { ...days, currency: "EUR" as never }, { q: "b", supplier: "c" }])
      await listFinanceRequests(tx, actor, query as never);
    await listFinanceRequests(tx, actor, { q: "a" } as never);
    // Matches names with several filters: finance.list.<scope>.<order>.<filter>.<another>
    const text = "SELECT name FROM pg_prepared_statements WHERE name ~ '^finance[.](list|sums)([.][^.]+){4}'";
    return tx.rows({ name: "finance.left", text });
  });
  expect(left).toEqual([]);
});

test("totals are grouped by currency and status, at each request's rate", async () => {
  const place = await financeFixture(await server.world());
  const requests = await several(place);
  const { meta } = (await place.finance.get(requestsUrl)).body;
  expect(meta).toMatchObject({ total: 4, next: null, home_currency: "USD" });
  expect(meta.totals).toEqual([
    { currency: "EUR", status: "waiting_manager_approval", count: 1, amount: "10.00", home_amount: "10.83" },
    { currency: "USD", status: "paid", count: 1, amount: "40.00", home_amount: "40.00" },
    { currency: "USD", status: "rejected", count: 1, amount: "30.00", home_amount: "30.00" },
    { currency: "USD", status: "waiting_manager_approval", count: 1, amount: "20.00", home_amount: "20.00" },
  ]);
  const mine = (await place.employee.get(`${requestsUrl}?status=draft`)).body;
  expect(mine.meta.totals).toEqual([{ currency: "USD", status: "draft", count: 1, amount: "1.00", home_amount: null }]);
  expect(mine.data.map(({ id }: { id: number }) => id)).toEqual([requests.draft]);
});

test("the next page continues after the last row, despite new requests", async () => {
  const { ask, finance } = await financeFixture(await server.world());
  for (let at = 0; at < 5; at++) requireOk(await ask());
  const all = ids(await finance.get(requestsUrl));
  const first = await finance.get(`${requestsUrl}?per_page=2`);
  expect([ids(first), first.body.meta]).toMatchObject([all.slice(0, 2), { total: 5, per_page: 2, next: all[1] }]);
  requireOk(await ask());
  const second = await finance.get(`${requestsUrl}?per_page=2&after=${first.body.meta.next}`);
  expect(ids(second)).toEqual(all.slice(2, 4));
  const last = await finance.get(`${requestsUrl}?per_page=2&after=${second.body.meta.next}`);
  expect([ids(last), last.body.meta.next]).toEqual([all.slice(4), null]);
  // Pages by number include the new request.
  const third = await finance.get(`${requestsUrl}?per_page=2&page=3`);
  expect([ids(third), third.body.meta]).toMatchObject([
    all.slice(3),
    { total: 6, page: 3, per_page: 2, last_page: 3, next: null },
  ]);
  expect(ids(await finance.get(`${requestsUrl}?per_page=2&page=2`))).toEqual(all.slice(1, 3));
});

test("a request decided in several rounds is listed and summed once", async () => {
  const { ask, employee, finance, manager, people, world } = await financeFixture(await server.world());
  const id = requireOk(await ask()).body.data.id as number;
  requireOk(await manager.put(requestUrl(id, "request-changes"), { note: "How many?" }));
  requireOk(await employee.put(requestUrl(id, "send")));
  requireOk(await manager.put(requestUrl(id, "approve")));
  const other = requireOk(await ask()).body.data.id as number;
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { managerId: people.finance.id }));
  const list = requireOk(await manager.get(requestsUrl));
  expect([ids(list), list.body.meta.total]).toEqual([[other, id], 2]);
  const decided = requireOk(await manager.get("/approvals/decided?family=finance")).body;
  expect([decided.data.map((entry: { request: { id: number } }) => entry.request.id), decided.meta.total]).toEqual([
    [id, id],
    2,
  ]);
  expect(requireOk(await manager.get("/approvals/decided")).body.meta.total).toBe(2);
  expect(requireOk(await manager.get("/approvals/decided?family=leave")).body.data).toEqual([]);
  expect(ids(requireOk(await finance.get(`${requestsUrl}?scope=team&per_page=1`)))).toEqual([other]);
});

test("the supplier list has the suppliers of visible requests, most used first", async () => {
  const { ask, employee, world } = await financeFixture(await server.world());
  for (const supplier of ["Zagros Paper", "Erbil Scan House", "Zagros Paper"]) requireOk(await ask({ supplier }));
  expect(requireOk(await employee.get("/finance/supplier-name")).body.data).toEqual([
    { name: "Zagros Paper", count: 2 },
    { name: "Erbil Scan House", count: 1 },
  ]);
  expect(requireOk(await employee.get("/finance/supplier-name?q=erb")).body.data).toHaveLength(1);
  expect(requireOk(await world.api(await world.person("employee")).get("/finance/supplier-name")).body.data).toEqual(
    [],
  );
});

const requestCount = runsFull ? 200 : 40;

test(`the list runs as many SQL statements for ${requestCount} requests as for two`, async () => {
  const place = await financeFixture(await server.world());
  const { ask, finance, manager } = place;
  for (let at = 0; at < 2; at++) requireOk(await ask());
  // Filters statements by name, as the session code occasionally runs its own statements.
  const selectNames = (statements: string[]) =>
    statements.filter((name) => /^(finance|requests|inbox|session)\./.test(name));
  const page = async () =>
    selectNames(await recordStatementNames(async () => requireOk(await finance.get(`${requestsUrl}?per_page=200`))));
  const inbox = async () =>
    selectNames(
      await recordStatementNames(async () =>
        requireOk(await manager.get("/approvals/inbox?family=finance&per_page=200")),
      ),
    );
  const [few, fewWaiting] = [await page(), await inbox()];
  await Promise.all(Array.from({ length: requestCount - 2 }, () => ask()));
  expect([await page(), await inbox()]).toEqual([few, fewWaiting]);
  expect(few.filter((name) => /^(finance|requests)\./.test(name))).toHaveLength(4);
});

test("a manager's list, sums and count hold sent requests, but no drafts", async () => {
  const { ask, manager } = await financeFixture(await server.world());
  requireOk(await ask({ draft: true }));
  const sent = requireOk(await ask()).body.data.id;
  for (const scope of ["", "?scope=team", "?scope=all"]) {
    const { data, meta } = requireOk(await manager.get(`${requestsUrl}${scope}`)).body;
    expect([data.map(({ id }: { id: number }) => id), meta.total, meta.totals]).toMatchObject([
      [sent],
      1,
      [{ status: "waiting_manager_approval", count: 1 }],
    ]);
  }
});
