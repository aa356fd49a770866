import { newFinanceRequest } from "../../shared/finance/finance.schema";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { office, requests, scanner, url, year } from "./office";

const server = testServer();

describe("asking is refused", () => {
  test("to nobody, to who may not, and to a plan without payments", async () => {
    const world = await server.world();
    const body = { items: [scanner] };
    expect((await world.api().post(requests, body)).status).toBe(401);
    expect((await world.api(world.external).post(requests, body)).status).toBe(403);
    for (const plan of ["free", "team"] as const) {
      const poor = await server.world({ plan });
      for (const answer of [
        await poor.api(poor.employee).post(requests, body),
        await poor.api(poor.finance).get("/finance/settings"),
        await poor.api(poor.finance).post("/finance/archive-run"),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([403, "feature_not_in_plan"]);
      }
    }
  });

  test("with every field that is missing, in the words of the specification", async () => {
    const { ask } = await office(await server.world());
    const answer = await ask({ items: [scanner, { details: " ", price: "", quantity: 1 }] });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({
      "items.1.details": ["Please enter details"],
      "items.1.price": ["Please enter a price"],
    });
    expect(Object.keys((await ask({ items: [] })).body.errors)).toEqual(["items"]);
    const wrong = await ask({
      type: "gift",
      currency: "XYZ",
      items: [
        { details: "a", price: "-1", quantity: -1 },
        { details: "b", price: "many", quantity: 1.5 },
        { details: "c", price: "0.00001", quantity: 1 },
      ],
    });
    expect(wrong.body.errors).toMatchObject({
      type: expect.anything(),
      currency: expect.anything(),
      "items.0.price": ["Must be equal and greater than 0"],
      "items.0.quantity": ["Must be equal and greater than 0"],
      "items.1.price": ["Must be a number"],
      "items.1.quantity": expect.anything(),
      "items.2.price": expect.anything(),
    });
  });

  test("where it comes to nothing; a draft may", async () => {
    const { ask, employee } = await office(await server.world());
    for (const free of [
      { details: "Lamp", price: "0.00", quantity: 2 },
      { details: "Lamp", price: "4.00", quantity: 0 },
    ]) {
      const answer = await ask({ items: [free] });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["items"]]);
    }
    const draft = ok(await ask({ items: [{ details: "Lamp", price: "0", quantity: 2 }], draft: true })).body.data;
    expect(draft.can.send).toBe(false);
    expect(
      (await employee.put(`${requests}/${draft.id}`, { items: [{ details: "Lamp", price: "0", quantity: 2 }] })).status,
    ).toBe(422);
  });

  test("a line that its currency can't say, at its price, whichever way it is sent; many of them are an amount", async () => {
    const { ask, employee } = await office(await server.world());
    const at = (price: string, quantity = 1) => [scanner, { details: "Screw", price, quantity }];
    const said = ({ status, body }: { status: number; body: { errors?: object } }) => [status, body.errors];
    const tooSmall = [422, { "items.1.price": ["Rounded to this currency, this comes to 0"] }];
    expect(said(await ask({ items: at("0.001") }))).toEqual(tooSmall);
    expect(said(await ask({ items: at("0.004", 1) }))).toEqual(tooSmall);
    expect(said(await ask({ items: at("0.4"), currency: "JPY" }))).toEqual(tooSmall);
    expect(ok(await ask({ items: at("0.001", 1_000) })).body.data.items[1]).toMatchObject({ total: "1.00" });
    const draft = ok(await ask({ items: at("0.4"), draft: true })).body.data;
    expect(draft.can.send).toBe(true);
    expect(said(await employee.put(`${requests}/${draft.id}`, { currency: "JPY" }))).toEqual(tooSmall);
    const kept = ok(await employee.put(`${requests}/${draft.id}`, { currency: "JPY", draft: true })).body.data;
    expect(kept.can.send).toBe(false);
    expect(said(await employee.put(`${requests}/${draft.id}/send`))).toEqual(tooSmall);
  });

  test("in a currency that has no rate", async () => {
    const { ask } = await office(await server.world());
    expect(Object.keys((await ask({ currency: "GBP" })).body.errors)).toEqual(["currency"]);
    expect((await ask({ currency: "GBP", draft: true })).status).toBe(201);
  });
});

describe("sending", () => {
  test("answers 201 with message and purchaseRequest: a number, the rate of now, and who is asked", async () => {
    const { ask, people } = await office(await server.world());
    const { status, body } = await ask({ currency: "eur", supplier: "Erbil Scan House", note: "For the pilot" });
    expect([status, body.message]).toEqual([201, "Request sent"]);
    expect(body.purchaseRequest).toEqual(body.data);
    expect(body.data).toMatchObject({
      number: `PUR-${year}-0001`,
      type: "purchase",
      title: "Handheld scanner",
      currency: "EUR",
      currency_type: "eur",
      amount: "2840.00",
      total: "2840.00",
      rate: "1.0834",
      home_currency: "USD",
      home_amount: "3076.86",
      status: "waiting_manager_approval",
      next_status: { status: "waiting_manager_approval", approver: { id: people.manager.id } },
      can: { edit: false, cancel: true, approve: false, pay: false },
    });
  });

  test("computes every total itself, whatever comes along; by the specification's words too", async () => {
    const { ask } = await office(await server.world());
    const items = [
      { description: "Chair", price: 19.99, quantity: "3", total: "1.00" },
      { details: "Nothing of it", price: "5", quantity: 0 },
    ];
    const { data } = ok(await ask({ currency: undefined, currency_type: "usd", items, total: "1", amount: "1" })).body;
    expect(data).toMatchObject({ amount: "59.97", currency: "USD", items: [{ total: "59.97" }, { total: "0.00" }] });
    const half = [{ details: "Wire", price: "0.335", quantity: 1 }];
    expect(ok(await ask({ items: [...half, ...half] })).body.data).toMatchObject({ amount: "0.68" });
    const yen = ok(await ask({ currency: "JPY", items: [{ details: "Fee", price: "10.5", quantity: 1 }] })).body.data;
    expect(yen).toMatchObject({ amount: "11", items: [{ price: "10.5", total: "11" }] });
    const dinar = ok(await ask({ currency: "KWD", items: [{ details: "Fee", price: "1.2345", quantity: 1 }] })).body;
    expect(dinar.data).toMatchObject({ amount: "1.235", home_amount: "4.02" });
  });

  test("numbers go by kind and year, without a gap where a sending is refused", async () => {
    const { ask, employee } = await office(await server.world());
    const number = async (type: string) => ok(await ask({ type })).body.data.number;
    expect([await number("purchase"), await number("payment"), await number("cash_advance")]).toEqual([
      `PUR-${year}-0001`,
      `PAY-${year}-0001`,
      `ADV-${year}-0001`,
    ]);
    ok(await ask({ draft: true }));
    expect((await ask({ items: [{ details: "x" }] })).status).toBe(422);
    expect((await ask({ currency: "GBP" })).status).toBe(422);
    expect(await number("purchase")).toBe(`PUR-${year}-0002`);
    expect((await employee.get(`${requests}?q=PUR-${year}-0002`)).body.data).toHaveLength(1);
  });

  test("keeps the rate: a later one changes what is sent from then on, and nothing before", async () => {
    const { ask, read, finance, employee } = await office(await server.world());
    const { id } = ok(await ask({ currency: "EUR" })).body.data;
    const draft = ok(await ask({ currency: "EUR", draft: true })).body.data;
    expect(draft).toMatchObject({ rate: null, home_amount: null, number: null });
    const { data } = ok(await finance.get("/finance/settings")).body;
    const currencies = [{ code: "EUR", rate: "2" }];
    ok(await finance.put("/finance/settings", { ...data, currencies }));
    expect(await read(id)).toMatchObject({ rate: "1.0834", home_amount: "3076.86" });
    expect(ok(await employee.put(url(draft.id, "send"))).body.data).toMatchObject({ home_amount: "5680.00" });
  });
});

describe("drafts", () => {
  test("begin as the add screen does, may lack anything, and an empty price counts as 0", async () => {
    const { employee } = await office(await server.world());
    expect(newFinanceRequest).toEqual({ type: "purchase", currency: "USD" });
    const items = [{ details: "", price: "", quantity: 4 }, { price: "2.50" }];
    const { data } = ok(await employee.post(requests, { draft: true, items })).body;
    expect(data).toMatchObject({ status: "draft", type: "purchase", amount: "2.50", number: null });
    expect(data.items).toMatchObject([
      { price: null, total: "0.00" },
      { quantity: 1, total: "2.50" },
    ]);
    expect(data.can).toMatchObject({ edit: true, delete: true, send: false });
    const refused = await employee.put(url(data.id, "send"));
    expect(Object.keys(refused.body.errors).sort()).toEqual(["items.0.details", "items.0.price", "items.1.details"]);
  });

  test("are their owner's alone; changed, sent by update, thrown away", async () => {
    const { ask, employee, manager, finance, read } = await office(await server.world());
    const { id, version } = ok(await ask({ draft: true, type: "payment" })).body.data;
    for (const api of [manager, finance]) {
      expect((await api.get(`${requests}/${id}`)).status).toBe(404);
      expect((await api.get(`${requests}?status=draft`)).body.data).toEqual([]);
    }
    const change = { draft: true, supplier: "Zagros Paper", items: [{ ...scanner, quantity: 1 }], version };
    const changed = ok(await employee.put(`${requests}/${id}`, change)).body;
    expect(changed.data).toMatchObject({ supplier: "Zagros Paper", amount: "1420.00", type: "payment" });
    const stale = await employee.put(`${requests}/${id}`, change);
    expect([stale.status, stale.body.code]).toEqual([409, "request.stale"]);
    // As the specification calls it: what isn't said stays.
    const sent = ok(await employee.post(`/purchase-request/${id}`, { invoice_number: "A-7" })).body;
    expect(sent.purchaseRequest).toMatchObject({ invoice_number: "A-7", supplier: "Zagros Paper", amount: "1420.00" });
    expect(ok(await employee.get(`/purchase-request/${id}`)).body.purchaseRequest).toEqual(await read(id));
    expect((await employee.delete(`${requests}/${id}`)).status).toBe(409);
    const other = ok(await ask({ draft: true })).body.data;
    ok(await employee.delete(`${requests}/${other.id}`));
    expect((await employee.get(`${requests}/${other.id}`)).status).toBe(404);
  });

  test("are copied from what one sees, with a new life", async () => {
    const { ask, employee, manager, world } = await office(await server.world());
    const { id } = ok(await ask({ supplier: "Erbil Scan House", invoice_number: "7" })).body.data;
    expect((await world.api(await world.person("employee")).post(url(id, "duplicate"))).status).toBe(404);
    const { data, message } = ok(await manager.post(url(id, "duplicate"))).body;
    expect(message).toBe("Draft saved");
    expect(data).toMatchObject({ status: "draft", number: null, supplier: "Erbil Scan House", invoice_number: null });
    expect(data.items).toMatchObject([scanner]);
    expect((await employee.get(`${requests}/${data.id}`)).status).toBe(404);
  });

  test("tell of an invoice that was asked for before", async () => {
    const { employee, ask, read } = await office(await server.world());
    const invoice = { supplier: "Zagros Paper", invoice_number: "2026/11" };
    const first = ok(await ask(invoice)).body.data;
    const second = ok(await ask({ supplier: "ZAGROS paper", invoice_number: "2026/11", draft: true })).body.data;
    expect((await read(second.id)).same_invoice).toMatchObject([{ id: first.id, number: first.number }]);
    // While it is still being typed, before anything is kept; a request isn't its own double.
    const preview = async (more: string) =>
      ok(await employee.get(`${requests}/preview?${more}`)).body.data.same_invoice;
    const typed = `supplier=${encodeURIComponent("zagros PAPER")}&invoice_number=${encodeURIComponent("2026/11")}`;
    expect(await preview(typed)).toMatchObject([{ id: first.id, number: first.number }]);
    expect(await preview(`${typed}&id=${first.id}`)).toEqual([]);
    expect(await preview("supplier=Zagros Paper")).toEqual([]);
  });
});

test("a preview says what it is worth, what is left, and who would be asked", async () => {
  const { employee, finance, department, people } = await office(await server.world());
  ok(await finance.post("/finance/budget", { department_id: department, year: Number(year), amount: "5000" }));
  const query = "type=purchase&currency=EUR&amount=100.00";
  const { data } = ok(await employee.get(`${requests}/preview?${query}`)).body;
  expect(data).toMatchObject({ rate: "1.0834", home_amount: "108.34", budget: { left: "5000.00", currency: "USD" } });
  expect(data.route).toMatchObject([
    { by: "manager", approver: { id: people.manager.id } },
    { by: "role", role: { code: "finance" } },
  ]);
  const none = ok(await employee.get(`${requests}/preview?currency=GBP&amount=1`)).body.data;
  expect([none.rate, none.home_amount]).toEqual([null, null]);
});

test("nobody has more than five hundred drafts: one more is refused, a copy as well, and what is sent isn't", async () => {
  const { ask, employee, people, world } = await office(await server.world());
  const first = ok(await ask({ draft: true })).body.data;
  await server.owner.query(
    `INSERT INTO request (tenant_id, family, requester_id, type, status)
     SELECT $1, 'finance', $2, 'purchase', 'draft' FROM generate_series(1, 498)`,
    [world.tenantId, people.employee.id],
  );
  ok(await ask({ draft: true }));
  for (const answer of [await ask({ draft: true }), await employee.post(`${requests}/${first.id}/duplicate`, {})]) {
    expect([answer.status, answer.body.errors]).toEqual([422, { draft: [expect.any(String)] }]);
  }
  ok(await ask());
});
