import { runWhileLocked } from "../../support/serialized";
import { multipart } from "../../support/multipart";
import { pdf } from "../../support/sample-files";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { type FinanceFixture, financeFixture, requestsUrl, scannerItem, requestUrl, currentYear } from "./fixtures";

const server = testServer();
const fieldsOf = (answer: { status: number; body: { errors?: object } }) => [
  answer.status,
  Object.keys(answer.body.errors ?? {}).sort(),
];
const invoice = { type: "payment", supplier: "Zagros Paper", invoice_number: "INV-7", items: [scannerItem] };
const quote = multipart([{ name: "file", value: pdf(), filename: "invoice.pdf" }]);

describe("completeness of payment requests", () => {
  test("sending requires supplier, invoice number, and a file or a reason", async () => {
    const { ask, employee } = await financeFixture(await server.world());
    expect(fieldsOf(await ask({ type: "payment" }))).toEqual([422, ["invoice_number", "no_file_reason", "supplier"]]);
    expect(fieldsOf(await ask(invoice))).toEqual([422, ["no_file_reason"]]);
    expect(fieldsOf(await ask({ ...invoice, no_file_reason: "  " }))).toEqual([422, ["no_file_reason"]]);
    const german = await employee.with({ "accept-language": "de" }).post(requestsUrl, { ...invoice, supplier: "" });
    expect(german.body.errors.supplier).toEqual(["Bitte den Lieferanten angeben"]);
  });

  test("a request without a file is sent with the reason, which can be read", async () => {
    const { ask, read } = await financeFixture(await server.world());
    const { id } = requireOk(await ask({ ...invoice, no_file_reason: "Paid at the counter" })).body.data;
    expect(await read(id)).toMatchObject({ no_file_reason: "Paid at the counter", can: { send: false } });
  });

  test("a draft may be incomplete and is sent once it has a file", async () => {
    const { ask, employee, read } = await financeFixture(await server.world());
    const draft = requireOk(await ask({ type: "payment", draft: true })).body.data;
    expect(fieldsOf(await employee.put(requestUrl(draft.id, "send"), {}))).toEqual([
      422,
      ["invoice_number", "no_file_reason", "supplier"],
    ]);
    requireOk(await employee.put(`${requestsUrl}/${draft.id}`, { ...invoice, draft: true }));
    expect((await read(draft.id)).can.send).toBe(false);
    requireOk(await employee.send({ method: "POST", url: `/approvals/request/${draft.id}/attachment`, ...quote }));
    expect((await read(draft.id)).can.send).toBe(true);
    requireOk(await employee.put(requestUrl(draft.id, "send"), {}));
  });
});

describe("currency decimals", () => {
  test.each([
    ["IQD", "1000.5"],
    ["IQD", "0.1"],
    ["JPY", "99.99"],
    ["USD", "10.005"],
    ["KWD", "1.2345"],
  ])("a price with more decimals than %s has is refused: %s", async (currency, price) => {
    const { ask, read } = await financeFixture(await server.world());
    const items = [scannerItem, { details: "Cable", price, quantity: 2 }];
    const whole = [{ ...scannerItem, price: "1420" }, items[1]];
    const answer = await ask({ currency, items: currency === "USD" || currency === "KWD" ? items : whole });
    expect(answer.body.errors).toEqual({ "items.1.price": ["Too many decimals for this currency"] });
    // Drafts are stored as entered.
    const { id } = requireOk(await ask({ currency, items: whole, draft: true })).body.data;
    expect((await read(id)).can.send).toBe(false);
  });

  test.each([
    ["IQD", "1000", "1000"],
    ["IQD", "1000.00", "1000"],
    ["USD", "10.5", "10.50"],
    ["KWD", "1.234", "1.234"],
  ])("a price with the decimals of %s is accepted: %s", async (currency, price, amount) => {
    const { ask } = await financeFixture(await server.world());
    const answer = requireOk(await ask({ currency, items: [{ details: "Cable", price, quantity: 1 }] }));
    expect(answer.body.data.amount).toBe(amount);
  });
});

describe("over budget", () => {
  const budget = async ({ finance, department }: FinanceFixture, amount: string) =>
    requireOk(await finance.post("/finance/budget", { department_id: department, year: Number(currentYear), amount }));

  test("sending over budget requires a reason, except for drafts", async () => {
    const all = await financeFixture(await server.world());
    await budget(all, "3000.00");
    const { ask, read, employee } = all;
    requireOk(await ask()); // 2,840.00 is pending from now on
    expect(fieldsOf(await ask())).toEqual([422, ["over_budget_reason"]]);
    const draft = requireOk(await ask({ draft: true })).body.data;
    expect(fieldsOf(await employee.put(requestUrl(draft.id, "send"), {}))).toEqual([422, ["over_budget_reason"]]);
    const preview = requireOk(await employee.get("/finance/finance-request/preview?currency=USD&amount=161")).body.data;
    expect(preview).toMatchObject({ over_budget: true });
    const fits = requireOk(await employee.get("/finance/finance-request/preview?currency=USD&amount=160")).body.data;
    expect(fits).toMatchObject({ over_budget: false });
    const { id } = requireOk(await ask({ over_budget_reason: "The depot opens in May" })).body.data;
    expect(await read(id)).toMatchObject({ over_budget_reason: "The depot opens in May" });
  });

  test("requests are compared with the budget in the home currency", async () => {
    const all = await financeFixture(await server.world());
    const items = [{ details: "Desk", price: "100", quantity: 1 }];
    requireOk(await all.ask({ currency: "EUR", items }));
    await budget(all, "210.00");
    expect(fieldsOf(await all.ask({ currency: "EUR", items }))).toEqual([422, ["over_budget_reason"]]);
  });

  test("a rule for over-budget requests applies to request, dry run and preview", async () => {
    const all = await financeFixture(await server.world());
    await budget(all, "3000.00");
    const { ask, admin, employee, world } = all;
    const director = await world.person("manager", { fullname: "Dora Director" });
    const rule = { family: "finance", name: "Over budget", over_budget: true };
    const steps = [{ by: "manager" }, { by: "user", user_id: director.id }];
    const made = await admin.post("/approvals/rule", { ...rule, steps });
    expect([made.status, made.body.data.condition]).toEqual([201, { over_budget: true }]);
    expect(fieldsOf(await admin.post("/approvals/rule", { ...rule, family: "leave", steps }))).toEqual([
      422,
      ["over_budget"],
    ]);
    const dry = async (amount: string) =>
      requireOk(await employee.post("/approvals/dry-run", { family: "finance", type: "purchase", amount })).body.data
        .rule;
    expect([await dry("3000"), await dry("3000.01")]).toEqual([null, "Over budget"]);
    const items = [{ details: "Lift", price: "3000.01", quantity: 1 }];
    const { id } = requireOk(await ask({ items, over_budget_reason: "Safety" })).body.data;
    const { steps: way } = await all.read(id);
    expect(way.map(({ rule: by }: { rule: string | null }) => by)).toEqual(["Over budget", "Over budget"]);
    const route = requireOk(await employee.get(`/approvals/request/${id}/route`)).body.data;
    expect(route.rule.condition).toEqual({ over_budget: true });
  });

  test("two concurrent requests for the remaining budget: one is refused", async () => {
    const all = await financeFixture(await server.world());
    await budget(all, "3000.00");
    const answers = await runWhileLocked(
      server,
      all.world,
      (tx) => tx.manager.query("SELECT id FROM finance_budget WHERE tenant_id = current_tenant() FOR UPDATE"),
      [() => all.ask(), () => all.ask()],
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 422]);
  });
});

test("the payment run lists approved requests with reasons that prevent payment", async () => {
  const all = await financeFixture(await server.world());
  const { payer, finance, employee, manager, ask } = all;
  expect((await manager.get("/finance/payment-run")).status).toBe(403);
  expect((await employee.get("/finance/payment-run")).status).toBe(403);
  const first = await all.approved();
  const own = requireOk(await ask({}, payer)).body.data.id as number;
  requireOk(await finance.put(requestUrl(own, "approve")));
  const waiting = requireOk(await ask()).body.data.id as number;
  const offered = async (as: typeof payer) =>
    (requireOk(await as.get("/finance/payment-run")).body.data as { id: number; refusal: string | null }[]).map(
      ({ id, refusal }) => [id, refusal],
    );
  expect(await offered(payer)).toEqual([
    [first, null],
    [own, "request.own"],
  ]);
  expect(await offered(finance)).toEqual([
    [first, "request.fourEyesPay"],
    [own, "request.fourEyesPay"],
  ]);
  expect((await offered(payer)).map(([id]) => id)).not.toContain(waiting);
});
