import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { financeFixture, requestUrl } from "./fixtures";

const server = testServer();
const advance = { type: "cash_advance", items: [{ details: "Customs fees", price: "500", quantity: 1 }] };
const receipt = (amount: string) => ({ details: "Receipt", amount });

test("a cash advance is settled by receipts and returns and has a ledger", async () => {
  const { paid, finance, employee, read } = await financeFixture(await server.world());
  const id = await paid(advance);
  expect(await read(id)).toMatchObject({
    status: "paid",
    settled: false,
    archive_on: null,
    can: { archive: false },
    settlement: { given: "500.00", spent: "0.00", to_return: "500.00", settled: false },
  });
  expect((await finance.put(requestUrl(id, "archive"))).body.code).toBe("request.wrongState");
  expect((await employee.put(requestUrl(id, "settle"), { receipts: [receipt("1")] })).status).toBe(403);
  const some = requireOk(
    await finance.put(requestUrl(id, "settle"), { receipts: [receipt("120.40"), receipt("79.60")] }),
  ).body;
  expect(some.message).toBe("Saved");
  expect(some.data.settlement).toMatchObject({ spent: "200.00", to_return: "300.00", settled: false });
  const all = requireOk(await finance.put(requestUrl(id, "settle"), { returned: "300" })).body;
  expect(all.message).toBe("The advance is fully settled");
  expect(all.data).toMatchObject({
    settled: true,
    archive_on: expect.any(String),
    can: { settle: false, archive: true },
    settlement: { returned: "300.00", to_return: "0.00", to_reimburse: "0.00", settled: true },
  });
  expect(all.data.settlement.entries.map(({ kind, amount }: never) => [kind, amount])).toEqual([
    ["given", "500.00"],
    ["receipt", "120.40"],
    ["receipt", "79.60"],
    ["returned", "300.00"],
  ]);
  expect((await finance.put(requestUrl(id, "settle"), { receipts: [receipt("1")] })).body.code).toBe(
    "request.wrongState",
  );
  expect(all.data.status).toBe("paid");
});

test("returns and reimbursements of a cash advance can't exceed the amount owed", async () => {
  const { paid, finance, payer } = await financeFixture(await server.world());
  const id = await paid(advance);
  const settle = (body: object) => payer.put(requestUrl(id, "settle"), body);
  const fields = async (body: object) => Object.keys((await settle(body)).body.errors ?? {});
  expect(await fields({})).toEqual(["receipts"]);
  expect(await fields({ returned: "500.01" })).toEqual(["returned"]);
  expect(await fields({ reimbursed: "1" })).toEqual(["reimbursed"]);
  expect(await fields({ receipts: [receipt("450")], returned: "60" })).toEqual(["returned"]);
  expect(await fields({ receipts: [receipt("1.005")], returned: "1.005" })).toEqual(["receipts.0.amount", "returned"]);
  expect(await fields({ receipts: [{ details: "", amount: "" }] })).toEqual([
    "receipts.0.details",
    "receipts.0.amount",
  ]);
  requireOk(await settle({ receipts: [receipt("300")], returned: "100" }));
  // 400 of 500 are accounted for; receipts for 150 more: 50 are owed to the requester.
  const over = requireOk(await settle({ receipts: [receipt("150")] })).body.data.settlement;
  expect(over).toMatchObject({ spent: "450.00", returned: "100.00", to_return: "0.00", to_reimburse: "50.00" });
  expect(await fields({ reimbursed: "50.01" })).toEqual(["reimbursed"]);
  // A reimbursement is a payment, and this finance user has approved the request.
  expect((await finance.put(requestUrl(id, "settle"), { reimbursed: "50" })).body.code).toBe("request.fourEyesPay");
  expect(requireOk(await settle({ reimbursed: "50" })).body.data).toMatchObject({ settled: true });
});

test("a foreign-currency advance is settled in that currency at its original rate", async () => {
  const { paid, finance, department, read } = await financeFixture(await server.world());
  const year = new Date().getUTCFullYear();
  requireOk(await finance.post("/finance/budget", { department_id: department, year, amount: "1000" }));
  const id = await paid({ ...advance, currency: "EUR" });
  expect(await read(id)).toMatchObject({ home_amount: "541.70", budget: { spent: "541.70", left: "458.30" } });
  const { data } = requireOk(await finance.get("/finance/settings")).body;
  requireOk(await finance.put("/finance/settings", { ...data, currencies: [{ code: "EUR", rate: "9" }] }));
  requireOk(await finance.put(requestUrl(id, "settle"), { receipts: [receipt("100")], returned: "400" }));
  expect(await read(id)).toMatchObject({
    currency: "EUR",
    home_amount: "541.70",
    settlement: { given: "500.00", spent: "100.00" },
    budget: { spent: "108.34", left: "891.66" },
  });
});

test("twenty-five concurrent settlements count the returned amount once", async () => {
  const { paid, finance, read } = await financeFixture(await server.world());
  const id = await paid(advance);
  const answers = await Promise.all(
    Array.from({ length: 25 }, () =>
      finance.put(requestUrl(id, "settle"), { receipts: [receipt("200")], returned: "300" }),
    ),
  );
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 24 }, () => 409),
  ]);
  expect((await read(id)).settlement.entries).toHaveLength(3);
});
