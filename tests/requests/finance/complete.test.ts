import { UserEntity } from "../../../server/people/people/user.entity";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { runWhileLocked } from "../../support/serialized";
import { multipart } from "../../support/multipart";
import { pdf } from "../../support/sample-files";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import {
  type FinanceFixture,
  financeFixture,
  requestsUrl,
  scannerItem,
  requestUrl,
  currentYear,
  today,
} from "./fixtures";

// Extends the undo period of eight seconds, which may be too short on a busy machine.
jest.mock("../../../shared/approvals/approvals/approvals.undo.rules", () => ({ decisionHeldMs: 3_600_000 }));

const server = testServer();
const fieldsOf = (answer: { status: number; body: { errors?: object } }) => [
  answer.status,
  Object.keys(answer.body.errors ?? {}).sort(),
];
const invoice = {
  type: "payment",
  supplier: "Zagros Paper",
  invoice_number: "INV-7",
  invoice_date: today,
  items: [scannerItem],
};
const quote = multipart([{ name: "file", value: pdf(), filename: "invoice.pdf" }]);

describe("completeness of payment requests", () => {
  test("sending requires supplier, invoice number and date, and a file or a reason", async () => {
    const { ask, employee } = await financeFixture(await server.world());
    expect(fieldsOf(await ask({ type: "payment" }))).toEqual([
      422,
      ["invoice_date", "invoice_number", "no_file_reason", "supplier"],
    ]);
    expect(fieldsOf(await ask(invoice))).toEqual([422, ["no_file_reason"]]);
    expect(fieldsOf(await ask({ ...invoice, no_file_reason: "  " }))).toEqual([422, ["no_file_reason"]]);
    const german = await employee.with({ "accept-language": "de" }).post(requestsUrl, { ...invoice, supplier: "" });
    expect(german.body.errors.supplier).toEqual(["Bitte den Lieferanten angeben"]);
  });

  test("a future invoice date and a service period that ends early are refused", async () => {
    const { ask } = await financeFixture(await server.world());
    const payment = { ...invoice, no_file_reason: "Lost" };
    expect(fieldsOf(await ask({ ...payment, invoice_date: "2999-01-01" }))).toEqual([422, ["invoice_date"]]);
    requireOk(await ask({ ...payment, invoice_date: "2999-01-01", draft: true }));
    const reversed = { service_from: "2026-02-01", service_to: "2026-01-31" };
    expect(fieldsOf(await ask({ ...payment, ...reversed }))).toEqual([422, ["service_to"]]);
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
      ["invoice_date", "invoice_number", "no_file_reason", "supplier"],
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
    ["IQD", "1000", "1000"],
    ["IQD", "1000.00", "1000"],
    ["USD", "10.5", "10.50"],
    ["KWD", "1.234", "1.234"],
    ["IQD", "1000.5", "1001"],
    ["JPY", "99.49", "99"],
    ["USD", "10.005", "10.01"],
    ["KWD", "1.2345", "1.235"],
  ])("the total of a price is rounded to the decimals of %s: %s", async (currency, price, amount) => {
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
    const response = await admin.post("/approvals/rule", { ...rule, steps });
    expect([response.status, response.body.data.condition]).toEqual([201, { over_budget: true }]);
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
    const { steps: plannedSteps } = await all.read(id);
    expect(plannedSteps.map(({ rule: by }: { rule: string | null }) => by)).toEqual(["Over budget", "Over budget"]);
    const route = requireOk(await employee.get(`/approvals/request/${id}/route`)).body.data;
    expect(route.rule.condition).toEqual({ over_budget: true });
  });

  test("the owner of the budget approves requests over budget", async () => {
    const all = await financeFixture(await server.world());
    const { ask, admin, finance, employee, people, world } = all;
    const owner = await world.person("manager", { fullname: "Olga Owner" });
    const department_id = all.department;
    const set = { department_id, year: Number(currentYear), amount: "3000", owner_id: owner.id };
    const { data: budgetOf } = requireOk(await finance.post("/finance/budget", set)).body;
    const steps = [{ by: "budget_owner" }];
    const rule = { family: "finance", name: "Over budget", over_budget: true, steps };
    requireOk(await finance.post("/approvals/rule", rule));
    const overBudget = { family: "finance", type: "purchase", amount: "3000.01" };
    const plannedSteps = async () => requireOk(await employee.post("/approvals/dry-run", overBudget)).body.data.steps;
    expect(await plannedSteps()).toMatchObject([{ by: "budget_owner", route: "rule", approver: { id: owner.id } }]);
    const dry = requireOk(
      await admin.post("/approvals/dry-run", {
        family: "finance",
        type: "purchase",
        requester_id: people.employee.id,
        steps,
      }),
    ).body.data;
    expect(dry.steps).toMatchObject([{ by: "budget_owner", approver: { id: owner.id } }]);

    const items = [{ details: "Lift", price: "3000.01", quantity: 1 }];
    const { id } = requireOk(await ask({ items, over_budget_reason: "Safety" })).body.data;
    expect((await all.manager.put(requestUrl(id, "approve"))).status).toBe(403);
    const approved = requireOk(await world.api(owner).put(requestUrl(id, "approve"))).body.data;
    expect(approved).toMatchObject({ status: "approved", budget: { committed: "3000.01", left: "-0.01" } });

    // Fallbacks: the owner has left, is the requester, or there is none.
    await world.tx((tx) =>
      tx.repo(UserEntity).update({ id: owner.id }, { active: false, managerId: people.manager.id }),
    );
    expect(await plannedSteps()).toMatchObject([{ route: "upward", approver: { id: people.manager.id } }]);
    const change = (owner_id: number | null) =>
      finance.put(`/finance/budget/${budgetOf.id}`, { amount: "3000", owner_id });
    requireOk(await change(people.employee.id));
    expect(await plannedSteps()).toMatchObject([{ route: "upward", approver: { id: people.manager.id } }]);
    requireOk(await change(null));
    expect(await plannedSteps()).toMatchObject([{ by: "role", route: "upward", role: { code: "finance" } }]);
  });

  test("a request of last year is charged to last year's budget, whose owner approves it", async () => {
    const all = await financeFixture(await server.world());
    const { ask, finance, employee, world, department: department_id } = all;
    const [before, now] = [await world.person("manager"), await world.person("manager")];
    const year = Number(currentYear);
    for (const set of [
      { year: year - 1, owner_id: before.id },
      { year, owner_id: now.id },
    ])
      requireOk(await finance.post("/finance/budget", { department_id, amount: "3000", ...set }));
    const rule = { family: "finance", name: "Over budget", over_budget: true, steps: [{ by: "budget_owner" }] };
    requireOk(await finance.post("/approvals/rule", rule));
    const items = [{ details: "Lift", price: "3000.01", quantity: 1 }];
    const { id } = requireOk(await ask({ items, over_budget_reason: "Safety" })).body.data;
    requireOk(await world.api(now).put(requestUrl(id, "request-changes"), { note: "Which one?" }));
    await world.tx((tx) =>
      tx.manager.query("UPDATE finance_request SET number_year = $2 WHERE id = $1", [id, year - 1]),
    );
    // The preview uses the budget that the request will be charged to.
    requireOk(await finance.post("/finance/budget", { department_id, amount: "5000", year: year - 2 }));
    const query = `currency=USD&amount=3500&id=${id}`;
    const preview = async (budgetYear: number) => {
      await world.tx((tx) =>
        tx.manager.query("UPDATE finance_request SET number_year = $2 WHERE id = $1", [id, budgetYear]),
      );
      return requireOk(await employee.get(`/finance/finance-request/preview?${query}`)).body.data;
    };
    expect(await preview(year - 2)).toMatchObject({ over_budget: false, budget_year: year - 2 });
    expect(await preview(year - 1)).toMatchObject({ over_budget: true, budget: { year: year - 1 } });
    const ruleIn = async (budget_year: number) => {
      const dryRun = { family: "finance", type: "purchase", amount: "3500", currency: "USD", budget_year };
      return requireOk(await employee.post("/approvals/dry-run", dryRun)).body.data.rule;
    };
    expect([await ruleIn(year - 2), await ruleIn(year - 1)]).toEqual([null, "Over budget"]);
    requireOk(await employee.put(requestUrl(id, "send"), {}));
    expect((await world.api(now).put(requestUrl(id, "approve"))).status).toBe(403);
    requireOk(await world.api(before).put(requestUrl(id, "approve")));
  });

  test("the owner is notified of a request over budget that others decide", async () => {
    const all = await financeFixture(await server.world());
    const { ask, finance, people, world, department: department_id } = all;
    const items = [{ details: "Lift", price: "3000.01", quantity: 1 }];
    const over = { items, over_budget_reason: "Safety" };
    const set = { department_id, year: Number(currentYear), amount: "3000", owner_id: people.payer.id };
    const { data: budgetOf } = requireOk(await finance.post("/finance/budget", set)).body;
    const notified = () =>
      world.tx((tx) =>
        tx.rows<{ user_id: number; amount: string }>(
          unnamedSql(`SELECT user_id, "values"->>'amount' AS amount FROM notification
            WHERE tenant_id = current_tenant() AND kind = 'request.overBudget' ORDER BY id`),
        ),
      );
    // Petra holds the finance role, which decides the second step.
    requireOk(await ask(over));
    const owners = [people.manager.id, people.employee.id, (await world.person("employee")).id];
    for (const owner_id of owners) {
      requireOk(await finance.put(`/finance/budget/${budgetOf.id}`, { amount: "3000", owner_id }));
      requireOk(await ask(over));
    }
    expect(await notified()).toEqual([]);
    const grand = await world.person("manager");
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { managerId: grand.id }));
    requireOk(await finance.put(`/finance/budget/${budgetOf.id}`, { amount: "30000", owner_id: grand.id }));
    requireOk(await ask({ items }));
    const draft = requireOk(await ask({ items: [{ ...items[0], price: "30000" }], draft: true })).body.data;
    expect(await notified()).toEqual([]);
    const reason = { over_budget_reason: "Safety" };
    requireOk(await all.employee.put(`${requestsUrl}/${draft.id}`, reason));
    expect(await notified()).toEqual([{ user_id: grand.id, amount: "30000.00" }]);
  });

  test("undoing a refusal over budget adds its approvers and notifies the owner", async () => {
    const all = await financeFixture(await server.world());
    const { ask, manager, finance, people, world, read, department: department_id } = all;
    const [director, owner] = [await world.person("manager"), await world.person("manager")];
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { managerId: owner.id }));
    const set = { department_id, year: Number(currentYear), amount: "3000", owner_id: owner.id };
    requireOk(await finance.post("/finance/budget", set));
    const steps = [{ by: "manager" }, { by: "user", user_id: director.id }];
    requireOk(
      await finance.post("/approvals/rule", { family: "finance", name: "Over budget", over_budget: true, steps }),
    );
    const notifiedIds = async () =>
      (
        await world.tx((tx) =>
          tx.rows<{ user_id: number }>(
            unnamedSql(
              "SELECT user_id FROM notification WHERE tenant_id = current_tenant() AND kind = 'request.overBudget'",
            ),
          ),
        )
      ).map(({ user_id }) => user_id);
    const refuse = async (id: number) => requireOk(await manager.put(requestUrl(id, "reject"), { reason: "No" }));
    const undo = async (id: number) => requireOk(await manager.put(`/approvals/request/${id}/undo`));
    const rulesOf = async (id: number) => (await read(id)).steps.map(({ rule }: { rule: string | null }) => rule);

    const { id } = requireOk(await ask()).body.data; // 2,840.00
    await refuse(id);
    await undo(id);
    expect([await rulesOf(id), await notifiedIds()]).toEqual([[null, null], []]);
    await refuse(id);
    requireOk(await ask());
    await undo(id);
    expect([await rulesOf(id), await notifiedIds()]).toEqual([[null, null, "Over budget"], [owner.id]]);
    requireOk(await manager.put(requestUrl(id, "approve")));
    requireOk(await finance.put(requestUrl(id, "approve")));
    expect((await read(id)).status).not.toBe("approved");
    expect(requireOk(await world.api(director).put(requestUrl(id, "approve"))).body.data.status).toBe("approved");
  });

  test("families without budgets refuse the owner and the condition", async () => {
    const { admin } = await financeFixture(await server.world());
    for (const family of ["leave", "form", "booking", "expense"]) {
      const rule = { family, name: "Owner", steps: [{ by: "manager" }, { by: "budget_owner" }] };
      expect(fieldsOf(await admin.post("/approvals/rule", rule))).toEqual([422, ["steps.1.by"]]);
      const dry = { family, type: "1", steps: rule.steps };
      expect(fieldsOf(await admin.post("/approvals/dry-run", dry))).toEqual([422, ["steps.1.by"]]);
      const over = { family, name: "Over", over_budget: true, steps: [{ by: "manager" }] };
      expect(fieldsOf(await admin.post("/approvals/rule", over))).toEqual([422, ["over_budget"]]);
    }
    const form = requireOk(await admin.post("/vas/vas-template", { title: "Order" })).body.data;
    const definition = { ...form.definition, steps: [{ id: "s1", by: "budget_owner", only_if: [] }] };
    const saved = await admin.put(`/vas/vas-template/${form.id}`, { definition });
    expect(fieldsOf(saved)).toEqual([422, ["definition.steps.0.by"]]);
  });

  test("a rule without a currency compares foreign amounts in the tenant's currency", async () => {
    const { admin, ask, read } = await financeFixture(await server.world());
    const rule = { family: "finance", name: "Large", from_amount: "108.34", steps: [{ by: "role", role_id: 0 }] };
    const { data } = requireOk(await admin.get("/approvals/rule-options?family=finance")).body;
    const role_id = data.roles.find(({ code }: { code: string }) => code === "finance").id;
    requireOk(await admin.post("/approvals/rule", { ...rule, steps: [{ by: "role", role_id }] }));
    // 100.00 × 1.0834 = 108.34
    const ruleFor = async (price: string) => {
      const { id } = requireOk(await ask({ currency: "EUR", items: [{ details: "Desk", price, quantity: 1 }] })).body
        .data;
      return (await read(id)).steps[0].rule;
    };
    expect([await ruleFor("99.99"), await ruleFor("100.00")]).toEqual([null, "Large"]);
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
