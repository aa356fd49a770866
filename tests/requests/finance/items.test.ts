import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { type FinanceFixture, financeFixture, requestsUrl, requestUrl, scannerItem } from "./fixtures";

const server = testServer();

let fixture: FinanceFixture;
beforeEach(async () => {
  fixture = await financeFixture(await server.world());
});

const errorsOf = ({ status, body }: { status: number; body: { errors?: object } }) => [status, body.errors];
const deletedOptionErrors = ["This option no longer exists"];

const newRate = async (fields: object = {}, of = fixture) =>
  requireOk(
    await of.finance.post("/finance/vat-rate", { code: "V19", name: "Input tax 19 %", percent: "19", ...fields }),
  ).body.data;
const newAccount = async (fields: object = {}, of = fixture) =>
  requireOk(await of.finance.post("/finance/cost-account", { code: "4930", name: "Office supplies", ...fields })).body
    .data;
const newSupplier = async (cost_account_id: number | null) =>
  requireOk(await fixture.finance.post("/finance/supplier", { name: "Nordlicht", cost_account_id })).body.data;

describe("refused items", () => {
  test("archived, unknown and foreign VAT rates and accounts return 422 at their field", async () => {
    const other = await financeFixture(await server.world());
    const [foreignRate, foreignAccount] = [await newRate({}, other), await newAccount({}, other)];
    const [archivedRate, archivedAccount] = [await newRate({ archived: true }), await newAccount({ archived: true })];
    for (const draft of [true, false]) {
      for (const id of [foreignRate.id, archivedRate.id, 999_999_999])
        expect(
          errorsOf(await fixture.ask({ items: [scannerItem, { ...scannerItem, vat_rate_id: id }], draft })),
        ).toEqual([422, { "items.1.vat_rate_id": deletedOptionErrors }]);
      for (const id of [foreignAccount.id, archivedAccount.id, 999_999_999])
        expect(
          errorsOf(await fixture.ask({ items: [scannerItem, { ...scannerItem, cost_account_id: id }], draft })),
        ).toEqual([422, { "items.1.cost_account_id": deletedOptionErrors }]);
    }
    const both = { ...scannerItem, vat_rate_id: archivedRate.id, cost_account_id: archivedAccount.id };
    expect(errorsOf(await fixture.ask({ items: [both, both] }))).toEqual([
      422,
      {
        "items.0.vat_rate_id": deletedOptionErrors,
        "items.0.cost_account_id": deletedOptionErrors,
        "items.1.vat_rate_id": deletedOptionErrors,
        "items.1.cost_account_id": deletedOptionErrors,
      },
    ]);
  });

  test("an invalid discount returns 422 at its field", async () => {
    const message = ["Must be a percentage with at most two decimals"];
    for (const discount of ["100.01", "12.345", "250"])
      expect(errorsOf(await fixture.ask({ items: [{ ...scannerItem, discount }] }))).toEqual([
        422,
        { "items.0.discount": message },
      ]);
    expect(errorsOf(await fixture.ask({ items: [{ ...scannerItem, discount: "-1" }] }))[0]).toBe(422);
  });

  test("items whose discount leaves nothing to pay return 422", async () => {
    const answer = await fixture.ask({ items: [{ ...scannerItem, discount: "100" }] });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["items"]]);
  });

  test("an item that exceeds the maximum only with VAT returns 422 at its price", async () => {
    const { id } = await newRate();
    const items = [{ ...scannerItem, price: "999999999999", quantity: 1, vat_rate_id: id }];
    const answer = await fixture.ask({ items });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["items.0.price"]]);
  });
});

test("net, VAT and total add up in each item, the request and the home currency", async () => {
  const [full, reduced] = [await newRate(), await newRate({ code: "V7", name: "Input tax 7 %", percent: "7" })];
  const account = await newAccount();
  const { id } = requireOk(
    await fixture.ask({
      currency: "EUR",
      items: [
        // 1.5 × 80.00 = 120.00; 19 %: 22.80.
        { details: "Hours", price: "80.00", quantity: 1.5, vat_rate_id: full.id, cost_account_id: account.id },
        // 3 × 19.99 = 59.97, less 12.5 %: 52.47375; 7 % of 52.47: 3.6729.
        { details: "Paper", price: 19.99, quantity: 3, discount: 12.5, vat_rate_id: reduced.id },
        { details: "Stamps", price: "1.00", quantity: 1 },
      ],
    }),
  ).body.data;
  const chosen = { id: full.id, code: "V19", name: "Input tax 19 %", percent: "19", archived: false };
  const stored = { id: account.id, code: "4930", name: "Office supplies", archived: false };
  const expected = {
    items: [
      {
        details: "Hours",
        price: "80.00",
        quantity: 1.5,
        discount: "0",
        vat_rate: chosen,
        cost_account: stored,
        net: "120.00",
        tax: "22.80",
        total: "142.80",
      },
      { details: "Paper", discount: "12.5", cost_account: null, net: "52.47", tax: "3.67", total: "56.14" },
      { details: "Stamps", vat_rate: null, net: "1.00", tax: "0.00", total: "1.00" },
    ],
    // 120.00 + 52.47 + 1.00; 22.80 + 3.67; their sum, × 1.0834 = 216.614996.
    net: "173.47",
    tax: "26.47",
    total: "199.94",
    amount: "199.94",
    home_amount: "216.61",
  };
  expect(await fixture.read(id)).toMatchObject(expected);
  expect(await fixture.read(id, fixture.manager)).toMatchObject(expected);
  const [listed] = requireOk(await fixture.employee.get(requestsUrl)).body.data;
  expect(listed).toMatchObject({ net: "173.47", tax: "26.47", amount: "199.94" });
});

test("a request keeps archived VAT rates and accounts; a copy leaves them out", async () => {
  const [rate, account] = [await newRate(), await newAccount()];
  const item = { ...scannerItem, vat_rate_id: rate.id, cost_account_id: account.id };
  const { id } = requireOk(await fixture.ask({ items: [item], draft: true })).body.data;
  // 2 × 1420.00 = 2840.00; 19 %: 539.60.
  const sums = { net: "2840.00", tax: "539.60", amount: "3379.60" };
  requireOk(
    await fixture.finance.put(`/finance/vat-rate/${rate.id}`, {
      code: "V19",
      name: "Old",
      percent: "16",
      archived: true,
    }),
  );
  requireOk(
    await fixture.finance.put(`/finance/cost-account/${account.id}`, { code: "4930", name: "Old", archived: true }),
  );
  requireOk(await fixture.employee.put(`${requestsUrl}/${id}`, { note: "Urgent", draft: true }));
  expect(await fixture.read(id)).toMatchObject(sums);
  requireOk(await fixture.employee.put(`${requestsUrl}/${id}`, { items: [item, scannerItem], draft: true }));
  requireOk(await fixture.employee.put(`${requestsUrl}/${id}`, { items: [item], draft: true }));
  requireOk(await fixture.employee.put(requestUrl(id, "send")));
  expect(await fixture.read(id)).toMatchObject({
    ...sums,
    items: [{ vat_rate: { percent: "19", archived: true }, cost_account: { id: account.id, archived: true } }],
  });
  const copy = requireOk(await fixture.employee.post(requestUrl(id, "duplicate"))).body.data;
  expect(copy).toMatchObject({ amount: "2840.00", tax: "0.00", items: [{ vat_rate: null, cost_account: null }] });
});

test("items without an account take the default of the chosen supplier", async () => {
  const [account, other] = [await newAccount(), await newAccount({ code: "4660", name: "Travel" })];
  const supplier = await newSupplier(account.id);
  const items = [scannerItem, { ...scannerItem, cost_account_id: null }, { ...scannerItem, cost_account_id: other.id }];
  const accountsOf = (data: { items: { cost_account: { id: number } | null }[] }) =>
    data.items.map(({ cost_account }) => cost_account?.id ?? null);
  const { data } = requireOk(await fixture.ask({ supplier_id: supplier.id, items })).body;
  expect(accountsOf(data)).toEqual([account.id, null, other.id]);
  requireOk(
    await fixture.finance.put(`/finance/cost-account/${account.id}`, { code: "4930", name: "x", archived: true }),
  );
  expect(accountsOf(requireOk(await fixture.ask({ supplier_id: supplier.id, items })).body.data)).toEqual([
    null,
    null,
    other.id,
  ]);
});

test("a cash advance has no VAT, account or discount", async () => {
  const [rate, account] = [await newRate(), await newAccount()];
  const item = { ...scannerItem, vat_rate_id: rate.id, cost_account_id: account.id, discount: "10" };
  const { data } = requireOk(await fixture.ask({ items: [item], draft: true })).body;
  expect(data).toMatchObject({ amount: "3041.64" }); // 2840.00 less 10 % = 2556.00; 19 %: 485.64
  const change = { type: "cash_advance", draft: true };
  const advance = requireOk(await fixture.employee.put(`${requestsUrl}/${data.id}`, change)).body.data;
  expect(advance).toMatchObject({ amount: "2840.00", tax: "0.00", items: [{ vat_rate: null, cost_account: null }] });
});

test("payments and budgets count the amount with VAT", async () => {
  const { id: vat_rate_id } = await newRate();
  const year = Number(
    (await fixture.read(await fixture.approved({ items: [{ ...scannerItem, vat_rate_id }] }))).date.slice(0, 4),
  );
  const budget = { department_id: fixture.department, year, amount: "10000.00" };
  const { data } = requireOk(await fixture.finance.post("/finance/budget", budget)).body;
  expect(data).toMatchObject({ committed: "3379.60", left: "6620.40" });
  const [payable] = requireOk(await fixture.payer.get("/finance/payment-run")).body.data;
  expect(payable).toMatchObject({ amount: "3379.60", net: "2840.00" });
});

test("the total of an invoice with gross prices is reached", async () => {
  const { id: vat_rate_id } = await newRate();
  // 103.00 × 19 ÷ 119 = 16.445…; a net price of 86.55 gives 102.99 and 86.56 gives 103.01.
  const items = [{ details: "Toner", price: "103.00", gross: true, vat_rate_id }];
  const { id } = requireOk(await fixture.ask({ items })).body.data;
  const request = await fixture.read(id);
  expect(request).toMatchObject({ net: "86.55", tax: "16.45", amount: "103.00" });
  expect(request.items).toMatchObject([{ price: "103.00", gross: true, net: "86.55", tax: "16.45", total: "103.00" }]);
});

test("lines below zero reduce the total, which is above zero when the request is sent", async () => {
  const { id: vat_rate_id } = await newRate();
  const deposit = { details: "Deposit", price: "-500.00", quantity: 1, vat_rate_id };
  const items = [{ ...scannerItem, quantity: 1, vat_rate_id }, deposit];
  const { id } = requireOk(await fixture.ask({ items })).body.data;
  expect(await fixture.read(id)).toMatchObject({ net: "920.00", tax: "174.80", amount: "1094.80" });
  expect(errorsOf(await fixture.ask({ items: [deposit] }))[1]).toHaveProperty("items");
  const draft = requireOk(await fixture.ask({ items: [deposit], draft: true })).body.data;
  expect(draft).toMatchObject({ amount: "-595.00", can: { send: false } });
  const untaxed = { details: "Deposit", price: "-1680.00", quantity: 1 };
  const left = requireOk(await fixture.ask({ items: [items[0], untaxed] })).body.data;
  expect(left).toMatchObject({ tax: "269.80", amount: "9.80" });
});

test("the database refuses amounts that do not add up", async () => {
  const { id: vat_rate_id } = await newRate();
  const { id } = requireOk(await fixture.ask({ items: [{ ...scannerItem, vat_rate_id }], draft: true })).body.data;
  const change = (set: string) =>
    fixture.world.tx((tx) => tx.manager.query(`UPDATE finance_item SET ${set} WHERE request_id = $1`, [id]));
  await expect(change("discount = 5")).rejects.toThrow(/finance_item_net/);
  await expect(change("vat_percent = 7")).rejects.toThrow(/finance_item_tax/);
  await expect(change("vat_rate_id = NULL")).rejects.toThrow(/check/);
  await expect(change("quantity = 1, total = 1959.60")).rejects.toThrow(/finance_item_tax/);
  await expect(change("quantity = 1, total = 1689.80, tax = 269.80")).rejects.toThrow(/sums of its items/);
});
