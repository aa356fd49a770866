import { sql } from "../../../server/platform/database/unit-of-work";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { financeFixture, requestsUrl, scannerItem } from "./fixtures";

const server = testServer();

const amounts: unknown[] = [
  "1000000000000",
  "999999999999.99",
  "9".repeat(40),
  "1e3",
  "-1",
  "0x1f",
  "NaN",
  "Infinity",
  "١٢",
  "1,5",
  "5\u0000",
  1e21,
  1e-9,
  { toString: "" },
  { valueOf: 7 },
  ["5"],
  [["5"]],
  {},
  true,
];
const countMoneyRows = sql(
  "test.moneyRows",
  `SELECT (SELECT count(*) FROM finance_item)::int AS items, (SELECT count(*) FROM request)::int AS requests,
          (SELECT count(*) FROM finance_budget)::int AS budgets, (SELECT count(*) FROM approval_rule)::int AS rules,
          (SELECT count(*) FROM project)::int AS projects`,
);

test("every amount field returns 422 with its name and stores nothing", async () => {
  const { ask, finance, manager, admin, department, approved, world } = await financeFixture(await server.world());
  const advance = await approved({ type: "cash_advance" });
  requireOk(await admin.put(`${requestsUrl}/${advance}/pay`, { reference: "x" }));
  const before = await world.tx((tx) => tx.one(countMoneyRows));
  const settle = (body: object) => finance.put(`${requestsUrl}/${advance}/settle`, body);
  const rule = { family: "finance", name: "Large", steps: [{ by: "manager" }] };
  const calls: [field: string, send: (amount: unknown) => Promise<{ status: number; body: { errors?: object } }>][] = [
    ["items.0.price", (price) => ask({ items: [{ ...scannerItem, price }] })],
    ["items.0.price", (price) => ask({ items: [{ ...scannerItem, price }], draft: true })],
    ["receipts.0.amount", (amount) => settle({ receipts: [{ details: "x", amount }] })],
    ["returned", (returned) => settle({ returned })],
    ["reimbursed", (reimbursed) => settle({ reimbursed })],
    ["amount", (amount) => finance.post("/finance/budget", { department_id: department, year: 2030, amount })],
    ["budget", (budget) => manager.post("/project", { title: "x", budget })],
    ["from_amount", (from_amount) => admin.post("/approvals/rule", { ...rule, from_amount })],
    ["to_amount", (to_amount) => admin.post("/approvals/rule", { ...rule, to_amount })],
    ["from_cost", (from_cost) => admin.post("/approvals/rule", { ...rule, family: "booking", from_cost })],
    ["to_cost", (to_cost) => admin.post("/approvals/rule", { ...rule, family: "booking", to_cost })],
  ];
  const wrong: unknown[] = [];
  for (const [field, send] of calls) {
    for (const amount of amounts) {
      // Lines below zero are discounts, deposits and refunds.
      if (field === "items.0.price" && amount === "-1") continue;
      const { status, body } = await send(amount);
      if (status !== 422 || !Object.keys(body.errors ?? {}).includes(field))
        wrong.push([field, amount, status, body.errors]);
    }
  }
  expect(wrong).toEqual([]);
  expect(await world.tx((tx) => tx.one(countMoneyRows))).toEqual(before);
});

test("a too large item total or sum returns 422 with the field", async () => {
  const { ask } = await financeFixture(await server.world());
  const response = await ask({ items: [{ ...scannerItem, price: "999999", quantity: 1_000_001 }] });
  expect([response.status, Object.keys(response.body.errors)]).toEqual([422, ["items.0.quantity"]]);
  const line = await ask({ items: [scannerItem, { ...scannerItem, price: "99999999", quantity: 1_000_000 }] });
  expect([line.status, Object.keys(line.body.errors)]).toEqual([422, ["items.1.price"]]);
  const sum = await ask({ items: [1, 2].map(() => ({ ...scannerItem, price: "600000000000", quantity: 1 })) });
  expect([sum.status, Object.keys(sum.body.errors)]).toEqual([422, ["items"]]);
});
