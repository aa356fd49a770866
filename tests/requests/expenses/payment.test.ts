import { likePatternsOf } from "../../../server/platform/database/search";
import { expensePayables } from "../../../server/requests/expenses/expense-payment.service";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { requestsUrl, requestUrl } from "../finance/fixtures";
import { claimUrl, type ExpenseFixture, expenseFixture, today } from "./fixtures";

const server = testServer();

/** Creates a paid cash advance of the employee and returns its id. */
async function paidAdvance({ employee, manager, finance, payer }: ExpenseFixture, price: string, currency = "USD") {
  const body = { type: "cash_advance", currency, items: [{ details: "Trip", price }] };
  const { id } = requireOk(await employee.post(requestsUrl, body)).body.data;
  requireOk(await manager.put(requestUrl(id, "approve")));
  requireOk(await finance.put(requestUrl(id, "approve")));
  requireOk(await payer.put(requestUrl(id, "pay"), { reference: "ADV" }));
  return id as number;
}
const settlementOf = async ({ employee }: ExpenseFixture, id: number) =>
  requireOk(await employee.get(`${requestsUrl}/${id}`)).body.data.settlement;

describe("payment of claims", () => {
  test("an approved claim is paid by other users than its requester and approvers", async () => {
    const it = await expenseFixture(await server.world());
    const { claim, approved, employee, manager, finance, payer, read } = it;
    const waiting = requireOk(await claim()).body.data.id;
    const pay = (id: number, as = payer, body = {}) => as.put(claimUrl(id, "pay"), { reference: "TRX-1", ...body });
    expect((await pay(waiting)).body.code).toBe("request.wrongState");
    const id = await approved();
    for (const api of [employee, manager]) expect((await pay(id, api)).status).toBe(403);
    expect((await pay(id, finance)).body.code).toBe("request.fourEyesPay");
    expect((await pay(id, payer, { reference: "" })).status).toBe(422);
    expect(Object.keys((await pay(id, payer, { date: "2999-01-01" })).body.errors)).toEqual(["date"]);
    expect((await read(id, payer)).can.pay).toBe(true);
    requireOk(await pay(id));
    expect(await read(id)).toMatchObject({
      status: "paid",
      paid: { date: today, reference: "TRX-1" },
      can: { cancel: false },
    });
    expect((await pay(id)).body.code).toBe("request.wrongState");
  });

  test("concurrent payments pay a claim once", async () => {
    const { approved, payer, read } = await expenseFixture(await server.world());
    const id = await approved();
    const { version } = await read(id);
    const pays = Array.from({ length: 5 }, (_, at) =>
      payer.put(claimUrl(id, "pay"), { reference: `TRX-${at}`, version }),
    );
    const statuses = (await Promise.all(pays)).map(({ status }) => status);
    expect(statuses.sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  });

  test("approved claims are payables, paid and returned by the payment run", async () => {
    const { approved, claim, world, payer, read } = await expenseFixture(await server.world());
    requireOk(await claim()); // not approved yet
    const id = await approved();
    const user = {
      id: (await world.person("finance")).id,
      permissions: new Set(["expense-pay", "expense-list"]),
    } as never;
    const list = (query?: string) => {
      const filter = { dueUntil: null, currency: "USD", patterns: likePatternsOf(query), limit: 10 };
      return world.tx((tx) => expensePayables.list(tx, user, filter));
    };
    const { number } = await read(id);
    expect(await list()).toMatchObject([
      {
        requestId: id,
        number,
        amount: "18.5000",
        currency: "USD",
        payee: { kind: "person", id: world.employee.id },
        refusal: null,
      },
    ]);
    for (const [query, count] of [
      [number, 1],
      ["emil EMPLOYEE", 1],
      ["emil hotel in nowhere", 0],
    ] as const)
      expect(await list(query)).toHaveLength(count);
    requireOk(await payer.put(claimUrl(id, "pay"), { reference: "TRX-1" }));
    expect(await list()).toEqual([]);
    const mark = server.published.length;
    await world.tx((tx) => expensePayables.takePaymentBack(tx, user, id));
    const reversed = world.events(mark).filter(({ event }) => event.type === "request.payment_reversed");
    expect(reversed.map(({ stream }) => stream)).toContain(`user:${world.employee.id}`);
    expect(await read(id)).toMatchObject({ status: "approved", paid: null });
    expect(await list()).toHaveLength(1);
  });
});

describe("cash advances settled by claims", () => {
  test("only one's own paid and unsettled advance can be chosen", async () => {
    const it = await expenseFixture(await server.world());
    const colleague = it.world.api(await it.world.person("employee"));
    const advance = await paidAdvance(it, "50");
    const open = requireOk(
      await it.employee.post(requestsUrl, { type: "cash_advance", items: [{ details: "x", price: "5" }] }),
    );
    const errors = async (advance_id: number, as = it.employee) =>
      Object.keys((await it.claim({ draft: true, advance_id }, as)).body.errors ?? {});
    expect(await errors(advance, colleague)).toEqual(["advance_id"]);
    expect(await errors(open.body.data.id)).toEqual(["advance_id"]);
    expect(await errors(advance)).toEqual([]);
    const { advances } = requireOk(await it.employee.get("/expense/choices")).body.data;
    expect(advances).toMatchObject([{ id: advance, left: "50.00", currency: "USD" }]);
    expect(requireOk(await colleague.get("/expense/choices")).body.data.advances).toEqual([]);
  });

  test("the approval uses up the advance, and only the rest is payable", async () => {
    const it = await expenseFixture(await server.world());
    const advance_id = await paidAdvance(it, "10");
    const id = await it.approved({ advance_id });
    expect(await it.read(id)).toMatchObject({ amount: "18.50", advance_amount: "10.00", to_pay: "8.50" });
    expect(await settlementOf(it, advance_id)).toMatchObject({
      given: "10.00",
      spent: "10.00",
      to_return: "0.00",
      to_reimburse: "0.00",
      settled: true,
    });
    const user = { id: 0, permissions: new Set(["expense-pay"]) } as never;
    const [payable] = await it.world.tx((tx) => expensePayables.list(tx, user, { ids: [id] }));
    expect(payable?.amount).toBe("8.5000");
  });

  test("a smaller claim leaves the rest of the advance open, and nothing to pay", async () => {
    const it = await expenseFixture(await server.world());
    const advance_id = await paidAdvance(it, "100", "EUR");
    const id = await it.approved({ advance_id });
    expect(await it.read(id)).toMatchObject({ advance_amount: "18.50", to_pay: "0.00" });
    // Nothing is left to be done for the claim.
    expect(await it.read(id, it.payer)).toMatchObject({ status: "approved", next_status: null, can: { pay: false } });
    expect((await it.payer.put(claimUrl(id, "pay"), { reference: "TRX-1" })).body.code).toBe("request.wrongState");
    // 18.50 / 1.0834 = 17.08
    expect(await settlementOf(it, advance_id)).toMatchObject({ spent: "17.08", to_return: "82.92", settled: false });
    const user = { id: 0, permissions: new Set(["expense-pay"]) } as never;
    expect(await it.world.tx((tx) => expensePayables.list(tx, user, { ids: [id] }))).toEqual([]);
  });

  test("undoing the approval and withdrawing the claim give the advance back", async () => {
    const it = await expenseFixture(await server.world());
    const advance_id = await paidAdvance(it, "10");
    const id = await it.approved({ advance_id });
    requireOk(await it.finance.put(`/approvals/request/${id}/undo`));
    expect(await it.read(id)).toMatchObject({ status: "waiting_finance_approval", advance_amount: "0.00" });
    expect(await settlementOf(it, advance_id)).toMatchObject({ spent: "0.00", to_return: "10.00", settled: false });
    requireOk(await it.finance.put(claimUrl(id, "approve")));
    expect((await settlementOf(it, advance_id)).settled).toBe(true);
    requireOk(await it.employee.put(claimUrl(id, "cancel")));
    expect(await settlementOf(it, advance_id)).toMatchObject({ to_return: "10.00", settled: false });
  });

  test("withdrawing a claim restores its archived advance, which can be used again", async () => {
    const it = await expenseFixture(await server.world());
    const advance_id = await paidAdvance(it, "10");
    const id = await it.approved({ advance_id });
    requireOk(await it.finance.put(requestUrl(advance_id, "archive")));
    requireOk(await it.employee.put(claimUrl(id, "cancel")));
    const advance = requireOk(await it.employee.get(`${requestsUrl}/${advance_id}`)).body.data;
    expect(advance).toMatchObject({ status: "paid", settlement: { to_return: "10.00", settled: false } });
    const { advances } = requireOk(await it.employee.get("/expense/choices")).body.data;
    expect(advances).toMatchObject([{ id: advance_id, left: "10.00" }]);
  });

  test("two claims approved concurrently never cover more than the advance", async () => {
    const it = await expenseFixture(await server.world());
    const advance_id = await paidAdvance(it, "30");
    const ids: number[] = [];
    for (const supplier of ["A", "B"]) {
      const { id } = requireOk(await it.claim({ advance_id, items: [{ ...it.item, supplier }] })).body.data;
      requireOk(await it.manager.put(claimUrl(id, "approve")));
      ids.push(id);
    }
    for (const answer of await Promise.all(ids.map((id) => it.finance.put(claimUrl(id, "approve"))))) requireOk(answer);
    const claims = await Promise.all(ids.map((id) => it.read(id)));
    const covered = claims.map(({ advance_amount }): string => advance_amount);
    expect(covered.sort()).toEqual(["11.50", "18.50"]);
    expect(await settlementOf(it, advance_id)).toMatchObject({
      spent: "30.00",
      to_return: "0.00",
      to_reimburse: "0.00",
    });
  });
});
