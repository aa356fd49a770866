import { newFinanceRequest } from "../../../shared/requests/finance/finance.schema";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { financeFixture, requestsUrl, scannerItem, requestUrl, currentYear, today } from "./fixtures";

const server = testServer();

describe("refused requests", () => {
  test("creating a request requires sign-in, the permission and the plan", async () => {
    const world = await server.world();
    const body = { items: [scannerItem] };
    expect((await world.api().post(requestsUrl, body)).status).toBe(401);
    expect((await world.api(world.external).post(requestsUrl, body)).status).toBe(403);
    for (const plan of ["free", "team"] as const) {
      const poor = await server.world({ plan });
      for (const answer of [
        await poor.api(poor.employee).post(requestsUrl, body),
        await poor.api(poor.finance).get("/finance/settings"),
        await poor.api(poor.finance).post("/finance/archive-run"),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([403, "feature_not_in_plan"]);
      }
    }
  });

  test("each missing field of an item is returned with its own message", async () => {
    const { ask } = await financeFixture(await server.world());
    const answer = await ask({ items: [scannerItem, { details: " ", price: "", quantity: 1 }] });
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
        { details: "a", price: "1", quantity: -1 },
        { details: "b", price: "many", quantity: 1.2345 },
        { details: "c", price: "0.0000001", quantity: 1 },
      ],
    });
    expect(wrong.body.errors).toMatchObject({
      type: expect.anything(),
      currency: expect.anything(),
      "items.0.quantity": ["Must be equal and greater than 0"],
      "items.1.price": ["Must be a number"],
      "items.1.quantity": ["At most 3 decimals"],
      "items.2.price": ["At most 6 decimals"],
    });
  });

  test("a total of zero is refused, except in drafts", async () => {
    const { ask, employee } = await financeFixture(await server.world());
    for (const free of [
      { details: "Lamp", price: "0.00", quantity: 2 },
      { details: "Lamp", price: "4.00", quantity: 0 },
    ]) {
      const answer = await ask({ items: [free] });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["items"]]);
    }
    const draft = requireOk(await ask({ items: [{ details: "Lamp", price: "0", quantity: 2 }], draft: true })).body
      .data;
    expect(draft.can.send).toBe(false);
    expect(
      (await employee.put(`${requestsUrl}/${draft.id}`, { items: [{ details: "Lamp", price: "0", quantity: 2 }] }))
        .status,
    ).toBe(422);
  });

  test("a price with more than six decimals is refused, also in drafts", async () => {
    const { ask } = await financeFixture(await server.world());
    const items = [scannerItem, { details: "Screw", price: "0.0000001", quantity: 1 }];
    for (const draft of [true, false])
      expect((await ask({ items, draft })).body.errors).toEqual({ "items.1.price": ["At most 6 decimals"] });
  });

  test("a currency without a rate is refused, except in drafts", async () => {
    const { ask } = await financeFixture(await server.world());
    expect(Object.keys((await ask({ currency: "GBP" })).body.errors)).toEqual(["currency"]);
    expect((await ask({ currency: "GBP", draft: true })).status).toBe(201);
  });
});

describe("sending requests", () => {
  test("sending returns 201 with number, current rate and approver", async () => {
    const { ask, people } = await financeFixture(await server.world());
    const { status, body } = await ask({ currency: "eur", supplier: "Erbil Scan House", note: "For the pilot" });
    expect([status, body.message]).toEqual([201, "Request sent"]);
    expect(body.purchaseRequest).toEqual(body.data);
    expect(body.data).toMatchObject({
      number: `PUR-${currentYear}-0001`,
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

  test("the server computes totals and accepts the specification's field names", async () => {
    const { ask } = await financeFixture(await server.world());
    const items = [
      { description: "Chair", price: 19.99, quantity: "3", total: "1.00" },
      { details: "Nothing of it", price: "5", quantity: 0 },
    ];
    const { data } = requireOk(
      await ask({ currency: undefined, currency_type: "usd", items, total: "1", amount: "1" }),
    ).body;
    expect(data).toMatchObject({ amount: "59.97", currency: "USD", items: [{ total: "59.97" }, { total: "0.00" }] });
    const half = [{ details: "Wire", price: "0.335", quantity: 1 }];
    expect(requireOk(await ask({ items: [...half, ...half], draft: true })).body.data).toMatchObject({
      amount: "0.68",
    });
    const fee = { currency: "JPY", items: [{ details: "Fee", price: "10.5", quantity: 1 }], draft: true };
    const yen = requireOk(await ask(fee)).body.data;
    expect(yen).toMatchObject({ amount: "11", items: [{ price: "10.5", total: "11" }] });
    const dinar = requireOk(
      await ask({ currency: "KWD", items: [{ details: "Fee", price: "1.235", quantity: 1 }] }),
    ).body;
    expect(dinar.data).toMatchObject({ amount: "1.235", home_amount: "4.02" });
  });

  test("a price may be finer than the currency, and only the total is rounded half up", async () => {
    const { ask, read, employee } = await financeFixture(await server.world());
    const items = [
      { details: "Diesel", price: "1.459", quantity: 500 },
      { details: "Electricity", price: "0.082150", quantity: 1_000 },
      { details: "Screw", price: "0.000001", quantity: 1 },
      { details: "Seal", price: "0.005", quantity: 1 },
    ];
    const { id } = requireOk(await ask({ items, currency: "USD", draft: true })).body.data;
    requireOk(await employee.put(`${requestsUrl}/${id}/send`));
    expect(await read(id)).toMatchObject({
      amount: "811.66",
      items: [
        { price: "1.459", total: "729.50" },
        { price: "0.08215", total: "82.15" },
        { price: "0.000001", total: "0.00" },
        { price: "0.005", total: "0.01" },
      ],
    });
    const yen = requireOk(
      await ask({ items: [{ details: "Diesel", price: "155.4", quantity: 3 }], currency: "JPY", draft: true }),
    );
    expect(yen.body.data).toMatchObject({ amount: "466", items: [{ price: "155.4", total: "466" }] });
  });

  test("request numbers count per type and year, without gaps for refused requests", async () => {
    const { ask, employee } = await financeFixture(await server.world());
    const number = async (type: string) =>
      requireOk(
        await ask({ type, supplier: "Zagros", invoice_number: "7", invoice_date: today, no_file_reason: "Lost" }),
      ).body.data.number;
    expect([await number("purchase"), await number("payment"), await number("cash_advance")]).toEqual([
      `PUR-${currentYear}-0001`,
      `PAY-${currentYear}-0001`,
      `ADV-${currentYear}-0001`,
    ]);
    requireOk(await ask({ draft: true }));
    expect((await ask({ items: [{ details: "x" }] })).status).toBe(422);
    expect((await ask({ currency: "GBP" })).status).toBe(422);
    expect(await number("purchase")).toBe(`PUR-${currentYear}-0002`);
    expect((await employee.get(`${requestsUrl}?q=PUR-${currentYear}-0002`)).body.data).toHaveLength(1);
  });

  test("a sent request keeps its rate when the rate changes later", async () => {
    const { ask, read, finance, employee } = await financeFixture(await server.world());
    const { id } = requireOk(await ask({ currency: "EUR" })).body.data;
    const draft = requireOk(await ask({ currency: "EUR", draft: true })).body.data;
    expect(draft).toMatchObject({ rate: null, home_amount: null, number: null });
    const { data } = requireOk(await finance.get("/finance/settings")).body;
    const currencies = [{ code: "EUR", rate: "2" }];
    requireOk(await finance.put("/finance/settings", { ...data, currencies }));
    expect(await read(id)).toMatchObject({ rate: "1.0834", home_amount: "3076.86" });
    expect(requireOk(await employee.put(requestUrl(draft.id, "send"))).body.data).toMatchObject({
      home_amount: "5680.00",
    });
  });
});

describe("drafts", () => {
  test("a draft has the defaults of the add screen and may lack fields", async () => {
    const { employee } = await financeFixture(await server.world());
    expect(newFinanceRequest).toEqual({ type: "purchase", currency: "USD" });
    const items = [{ details: "", price: "", quantity: 4 }, { price: "2.50" }];
    const { data } = requireOk(await employee.post(requestsUrl, { draft: true, items })).body;
    expect(data).toMatchObject({ status: "draft", type: "purchase", amount: "2.50", number: null });
    expect(data.items).toMatchObject([
      { price: null, total: "0.00" },
      { quantity: 1, total: "2.50" },
    ]);
    expect(data.can).toMatchObject({ edit: true, delete: true, send: false });
    const refused = await employee.put(requestUrl(data.id, "send"));
    expect(Object.keys(refused.body.errors).sort()).toEqual(["items.0.details", "items.0.price", "items.1.details"]);
  });

  test("only the owner of a draft can see, change, send and delete it", async () => {
    const { ask, employee, manager, finance, read } = await financeFixture(await server.world());
    const { id, version } = requireOk(await ask({ draft: true, type: "payment" })).body.data;
    for (const api of [manager, finance]) {
      expect((await api.get(`${requestsUrl}/${id}`)).status).toBe(404);
      expect((await api.get(`${requestsUrl}?status=draft`)).body.data).toEqual([]);
    }
    const change = { draft: true, supplier: "Zagros Paper", items: [{ ...scannerItem, quantity: 1 }], version };
    const changed = requireOk(await employee.put(`${requestsUrl}/${id}`, change)).body;
    expect(changed.data).toMatchObject({ supplier: "Zagros Paper", amount: "1420.00", type: "payment" });
    const stale = await employee.put(`${requestsUrl}/${id}`, change);
    expect([stale.status, stale.body.code]).toEqual([409, "request.stale"]);
    // The specification's URL, where omitted fields keep their values.
    const sent = requireOk(
      await employee.post(`/purchase-request/${id}`, {
        invoice_number: "A-7",
        invoice_date: today,
        no_file_reason: "Lost",
      }),
    ).body;
    expect(sent.purchaseRequest).toMatchObject({ invoice_number: "A-7", supplier: "Zagros Paper", amount: "1420.00" });
    expect(requireOk(await employee.get(`/purchase-request/${id}`)).body.purchaseRequest).toEqual(await read(id));
    expect((await employee.delete(`${requestsUrl}/${id}`)).status).toBe(409);
    const other = requireOk(await ask({ draft: true })).body.data;
    requireOk(await employee.delete(`${requestsUrl}/${other.id}`));
    expect((await employee.get(`${requestsUrl}/${other.id}`)).status).toBe(404);
  });

  test("duplicating a visible request creates a draft without its numbers", async () => {
    const { ask, employee, manager, world } = await financeFixture(await server.world());
    const { id } = requireOk(await ask({ supplier: "Erbil Scan House", invoice_number: "7" })).body.data;
    expect((await world.api(await world.person("employee")).post(requestUrl(id, "duplicate"))).status).toBe(404);
    const { data, message } = requireOk(await manager.post(requestUrl(id, "duplicate"))).body;
    expect(message).toBe("Draft saved");
    expect(data).toMatchObject({ status: "draft", number: null, supplier: "Erbil Scan House", invoice_number: null });
    expect(data.items).toMatchObject([scannerItem]);
    expect((await employee.get(`${requestsUrl}/${data.id}`)).status).toBe(404);
  });

  test("a draft lists earlier requests with the same invoice number", async () => {
    const { employee, ask, read } = await financeFixture(await server.world());
    const invoice = { supplier: "Zagros Paper", invoice_number: "2026/11" };
    const first = requireOk(await ask(invoice)).body.data;
    const second = requireOk(await ask({ supplier: "ZAGROS paper", invoice_number: "2026/11", draft: true })).body.data;
    expect((await read(second.id)).same_invoice).toMatchObject([{ id: first.id, number: first.number }]);
    // The preview checks before anything is stored; a request isn't its own duplicate.
    const preview = async (query: string) =>
      requireOk(await employee.get(`${requestsUrl}/preview?${query}`)).body.data.same_invoice;
    const typed = `supplier=${encodeURIComponent("zagros PAPER")}&invoice_number=${encodeURIComponent("2026/11")}`;
    expect(await preview(typed)).toMatchObject([{ id: first.id, number: first.number }]);
    expect(await preview(`${typed}&id=${first.id}`)).toEqual([]);
    expect(await preview("supplier=Zagros Paper")).toEqual([]);
  });
});

test("the preview returns the home amount and the remaining budget", async () => {
  const { employee, finance, department } = await financeFixture(await server.world());
  requireOk(
    await finance.post("/finance/budget", { department_id: department, year: Number(currentYear), amount: "5000" }),
  );
  const query = "type=purchase&currency=EUR&amount=100.00";
  const { data } = requireOk(await employee.get(`${requestsUrl}/preview?${query}`)).body;
  expect(data).toMatchObject({ rate: "1.0834", home_amount: "108.34", budget: { left: "5000.00", currency: "USD" } });
  const none = requireOk(await employee.get(`${requestsUrl}/preview?currency=GBP&amount=1`)).body.data;
  expect([none.rate, none.home_amount]).toEqual([null, null]);
});

test("a user has at most 500 drafts, including copies", async () => {
  const { ask, employee, people, world } = await financeFixture(await server.world());
  const first = requireOk(await ask({ draft: true })).body.data;
  await server.owner.query(
    `INSERT INTO request (tenant_id, family, requester_id, type, status)
     SELECT $1, 'finance', $2, 'purchase', 'draft' FROM generate_series(1, 498)`,
    [world.tenantId, people.employee.id],
  );
  requireOk(await ask({ draft: true }));
  for (const answer of [await ask({ draft: true }), await employee.post(`${requestsUrl}/${first.id}/duplicate`, {})]) {
    expect([answer.status, answer.body.errors]).toEqual([422, { draft: [expect.any(String)] }]);
  }
  requireOk(await ask());
});
