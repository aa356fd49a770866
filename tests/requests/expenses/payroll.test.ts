import { closeMonth } from "../../../server/people/payroll/payroll.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { problemFromError } from "../../../server/platform/http/problems";
import { type Actor, findActor } from "../../../server/platform/session";
import { payExpense } from "../../../server/requests/expenses/expense-payment.service";
import { submitBatch } from "../../../server/requests/payments/payment-batches.service";
import type { Answer, Api } from "../../support/api";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { confirmBankAccount } from "../../people/bank-accounts/fixtures";
import { bankDay, batchesUrl, ibans } from "../payments/fixtures";
import { claimUrl, expenseFixture, today } from "./fixtures";

const server = testServer();
const month = today.slice(0, 7);
const url = `/payroll/${month}`;
const column = "expenses:USD";
const codeOf = ({ status, body }: Answer) => [status, body.code];

/** The current month, whose export has the column of expenses unless `chosen` is false. */
async function payrollOfClaims(chosen = true) {
  const it = await expenseFixture(await server.world());
  const { world, payer, finance, employee } = it;
  const [hr, admin] = [world.api(world.hr), world.api(world.admin)];
  if (chosen) requireOk(await admin.put("/payroll-columns", { columns: ["name", "expenses"], version: 0 }));
  await confirmBankAccount({
    userId: world.employee.id,
    proposer: employee,
    confirmer: hr,
    holder: "Emil Employee",
    iban: ibans.employee,
  });
  const account = requireOk(
    await finance.post("/payment/account", { name: "Main", holder: "Acme GmbH", iban: ibans.own }),
  ).body.data.id;
  const token = async (): Promise<string> => requireOk(await hr.get(url)).body.data.token;
  const close = async (closing = 0) => hr.put(`${url}/close`, { closing, accepted: await token() });
  const rowOf = async (user: Person) => {
    const { data } = requireOk(await hr.get(`${url}/rows`)).body;
    return data.find((row: { user: { id: number } }) => row.user.id === user.id);
  };
  const batch = (requests: number[], as: Api = payer) =>
    as.post(batchesUrl, { account_id: account, currency: "USD", execution_on: bankDay, requests });
  const reopen = () => hr.put(`${url}/reopen`, { closing: 1, reason: "A claim was wrong" });
  return { ...it, hr, admin, close, token, rowOf, batch, reopen };
}

test("the column of expenses is added only by users who may pay claims", async () => {
  const { hr, admin } = await payrollOfClaims(false);
  const columns = async () => requireOk(await hr.get("/payroll-columns")).body.data.columns;
  expect(await columns()).not.toContain("expenses");
  const chosen = { columns: ["name", "expenses"], version: 0 };
  expect(codeOf(await hr.put("/payroll-columns", chosen))).toEqual([403, "permission.denied"]);
  requireOk(await admin.put("/payroll-columns", chosen));
  requireOk(await hr.put("/payroll-columns", { columns: ["expenses", "name"], version: 1 }));
  expect(await columns()).toEqual(["expenses", "name"]);
});

test("without the column, closing a month pays no claims", async () => {
  const { approved, close, read, hr } = await payrollOfClaims(false);
  const id = await approved();
  requireOk(await close());
  expect((await read(id)).status).toBe("approved");
  expect((await hr.get(`${url}/export?format=csv`)).text).not.toContain("Expenses");
});

test("a claim that was approved after the month was shown isn't paid unseen", async () => {
  const { approved, close, token, read, hr, item } = await payrollOfClaims();
  const first = await approved();
  const shown = await token();
  const second = await approved({ items: [{ ...item, amount: "1.50", supplier: "Taxi" }] });
  const refused = await hr.put(`${url}/close`, { closing: 0, accepted: shown });
  expect(codeOf(refused)).toEqual([409, "payroll.openPoints"]);
  expect(refused.body.data.to_settle).toBe(2);
  for (const id of [first, second]) expect((await read(id)).status).toBe("approved");
  requireOk(await close());
  for (const id of [first, second]) expect((await read(id)).status).toBe("paid");
});

test("a closed month pays the claims that it exports, and a reopened one releases them", async () => {
  const it = await payrollOfClaims();
  const { approved, claim, close, reopen, read, rowOf, batch, world, payer, hr, item } = it;
  const first = await approved();
  const second = await approved({ items: [{ ...item, amount: "1.50", supplier: "Taxi" }] });
  const waiting = requireOk(await claim({ items: [{ ...item, amount: "7", supplier: "Bus" }] })).body.data.id;
  const numbers = [(await read(first)).number, (await read(second)).number];
  const listed = [
    { column, id: first, number: numbers[0], amount: "18.50" },
    { column, id: second, number: numbers[1], amount: "1.50" },
  ];
  const exported = { cells: { [column]: "20.00" }, reasons: listed, before: {}, now: {} };
  expect(await rowOf(world.employee)).toMatchObject(exported);
  requireOk(await close());
  expect(await rowOf(world.employee)).toMatchObject(exported);
  expect((await hr.get(`${url}/export?format=csv`)).text).toMatch(/Expenses \(USD\)[\s\S]*,20\.00/);
  expect(await read(first)).toMatchObject({
    status: "paid",
    paid: { date: today, reference: `SAL-${month}`, payroll_month: month },
  });
  expect((await read(waiting)).status).not.toBe("paid");
  expect(codeOf(await payer.put(claimUrl(first, "pay"), { reference: "X" }))).toEqual([409, "request.wrongState"]);
  expect(codeOf(await batch([first]))).toEqual([409, "payment.itemsRefused"]);
  const mark = server.published.length;
  requireOk(await reopen());
  expect(await read(first)).toMatchObject({ status: "approved", paid: null });
  const reversed = world.events(mark).filter(({ event }) => event.type === "request.payment_reversed");
  expect(reversed.map(({ stream }) => stream)).toContain(`user:${world.employee.id}`);
  requireOk(await payer.put(claimUrl(first, "pay"), { reference: "TRX-1" }));
  requireOk(await close(1));
  expect(await rowOf(world.employee)).toMatchObject({ cells: { [column]: "1.50" }, before: { [column]: "20.00" } });
  expect((await read(first)).paid).toMatchObject({ reference: "TRX-1", payroll_month: null });
});

test("a claim of a person who has left is paid with the salary", async () => {
  const { approved, close, hr, read, finance, rowOf, world } = await payrollOfClaims();
  const claim = await approved();
  await server.owner.query("UPDATE app_user SET joined_on = '2020-01-01' WHERE id = $1", [world.employee.id]);
  await server.owner.query("UPDATE app_user SET active = false, left_on = tenant_today() - 40 WHERE id = $1", [
    world.employee.id,
  ]);
  expect((await rowOf(world.employee)).cells).toMatchObject({ [column]: "18.50" });
  expect(requireOk(await hr.get(url)).body.data).toMatchObject({ to_settle: 1 });
  expect(requireOk(await close()).body.data).toMatchObject({ to_settle: 0 });
  expect(await read(claim, finance)).toMatchObject({ status: "paid", paid: { payroll_month: month } });
});

test("an approver of the claims can't close the month that pays them", async () => {
  const { approved, close, read, finance, token, world } = await payrollOfClaims();
  const id = await approved();
  const rights = ["payroll-view", "payroll-close", "user-edit"];
  await server.owner.query("UPDATE role SET permissions = permissions || $2::text[] WHERE id = $1", [
    world.roles.finance,
    rights,
  ]);
  const refused = await finance.put(`${url}/close`, { closing: 0, accepted: await token() });
  expect(codeOf(refused)).toEqual([409, "payroll.fourEyes"]);
  expect((await read(id)).status).toBe("approved");
  requireOk(await close());
  expect((await read(id)).status).toBe("paid");
});

test("claims in a batch or approved after the month aren't reimbursed with the salary", async () => {
  const { approved, close, rowOf, batch, world, read, item } = await payrollOfClaims();
  const inBatch = await approved();
  requireOk(await batch([inBatch]));
  const later = await approved({ items: [{ ...item, amount: "2", supplier: "Taxi" }] });
  await server.owner.query("UPDATE request SET decided_at = now() + interval '40 days' WHERE id = $1", [later]);
  expect((await rowOf(world.employee)).cells[column]).toBeNull();
  requireOk(await close());
  for (const id of [inBatch, later]) expect((await read(id)).status).toBe("approved");
});

test("the database refuses a second payment of a claim", async () => {
  const { approved, close, batch, world, payer, item } = await payrollOfClaims();
  const violated = (text: string, values: unknown[]) =>
    world
      .tx((tx) => tx.manager.query(text, values))
      .then(
        () => "nothing",
        (error: { driverError: { constraint: string } }) => error.driverError.constraint,
      );
  const [withSalary, inBatch] = [await approved(), await approved({ items: [{ ...item, amount: "2" }] })];
  const { id } = requireOk(await batch([inBatch])).body.data;
  requireOk(await close());
  expect(await violated("UPDATE request SET status = 'approved' WHERE id = $1", [withSalary])).toBe(
    "expense_claim_with_salary",
  );
  expect(
    await violated(
      `UPDATE expense_claim SET payroll_month_id = (SELECT payroll_month_id FROM expense_claim WHERE id = $2) WHERE id = $1`,
      [inBatch, withSalary],
    ),
  ).toBe("request_in_payment_batch");
  requireOk(await payer.put(claimUrl(inBatch, "pay"), { reference: "X" }));
  expect(
    await violated(
      `UPDATE payment_batch SET status = 'submitted', debtor_holder = 'A', debtor_iban = 'B', submitted_by = created_by,
         submitted_at = now() WHERE id = $1`,
      [id],
    ),
  ).toBe("payment_batch_requests_approved");
});

describe("concurrent payments", () => {
  const actorOf = (world: World, person: Person) =>
    world.tx(async (tx) => ((await findActor(tx, person.token)) as { actor: Actor }).actor);
  const outcomesOf = (ended: readonly PromiseSettledResult<unknown>[]) =>
    ended.map((one) => (one.status === "rejected" ? problemFromError(one.reason).code : one.status));

  async function concurrent() {
    const it = await payrollOfClaims();
    const id = await it.approved();
    const payer = await it.world.person("finance");
    const token = await it.token();
    const [hr, paying] = [await actorOf(it.world, it.world.hr), await actorOf(it.world, payer)];
    const close = (tx: Tx) => closeMonth(tx, hr, month, { closing: 0, accepted: token });
    const pay = (tx: Tx) => payExpense(tx, paying, id, { version: undefined, reference: "X", date: null });
    return { ...it, id, paying, close, pay };
  }

  test("a claim paid while the month is closed isn't exported", async () => {
    const { world, close, pay, rowOf } = await concurrent();
    expect(outcomesOf(await runSerialized<unknown>(server, world, pay, close))).toEqual(["fulfilled", "fulfilled"]);
    expect((await rowOf(world.employee)).cells[column]).toBeNull();
  });

  test("a claim in a month that is being closed isn't paid otherwise", async () => {
    const { world, close, pay, rowOf } = await concurrent();
    const ended = await runSerialized<unknown>(server, world, close, pay);
    expect(outcomesOf(ended)).toEqual(["fulfilled", "request.wrongState"]);
    expect((await rowOf(world.employee)).cells[column]).toBe("18.50");
  });

  test("a batch that is submitted while its claim is paid with the salary is refused", async () => {
    const { world, id, paying, close, batch } = await concurrent();
    // The item is added to the batch after the claim was selected for the month.
    const { id: batchId } = requireOk(await batch([])).body.data;
    const submit = async (tx: Tx) => {
      await tx.manager.query(
        `INSERT INTO payment_batch_item (tenant_id, batch_id, position, request_id, family, request_number, payee_kind, payee_name,
           holder, iban, amount, purpose)
         VALUES (current_tenant(), $1, 1, $2, 'expense', 'EXP', 'person', 'E', 'Emil Employee', $3, 18.5, 'EXP')`,
        [batchId, id, ibans.employee],
      );
      await submitBatch(tx, paying, batchId, {});
    };
    expect(outcomesOf(await runSerialized<unknown>(server, world, close, submit))).toEqual([
      "fulfilled",
      "payment.itemsRefused",
    ]);
  });
});
