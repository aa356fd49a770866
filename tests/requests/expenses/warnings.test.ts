import { type Actor, findActor } from "../../../server/platform/session";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { expenseDocument } from "../../../server/requests/expenses/expenses.service";
import { runSerialized } from "../../support/serialized";
import { png } from "../../support/sample-files";
import { recordStatementNames } from "../../support/statements/sent";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { claimUrl, currentYear, expenseFixture } from "./fixtures";

const server = testServer();
const number = `EXP-${currentYear}-0001`;

/** Creates a sent claim of the employee with a receipt, and an empty draft of a colleague. */
async function twoPeople() {
  const it = await expenseFixture(await server.world());
  const first = await it.draft();
  const [{ id: item }] = (await it.read(first)).items;
  requireOk(await it.receipt(first, item, png(20, 20)));
  const colleague = it.world.api(await it.world.person("employee"));
  const draftOf = async (changes: object) =>
    requireOk(await it.claim({ draft: true, items: [{ ...it.item, ...changes }] }, colleague)).body.data;
  return { ...it, first, colleague, draftOf };
}

test("a receipt used elsewhere is reported; only readers of that claim see its name", async () => {
  const { first, employee, colleague, draftOf, receipt, read, finance } = await twoPeople();
  const other = await draftOf({ amount: "7", supplier: "Other" });
  const upload = () => receipt(other.id, other.items[0].id, png(20, 20), colleague);
  // Another user's draft doesn't count.
  expect(requireOk(await upload()).body.data.duplicates).toEqual([]);
  requireOk(await employee.put(claimUrl(first, "send")));
  const [itemId] = [other.items[0].id];
  expect((await read(other.id, colleague)).duplicates).toEqual([{ item_id: itemId, kind: "receipt", claim: null }]);
  requireOk(await colleague.put(claimUrl(other.id, "send")));
  expect((await read(other.id, finance)).duplicates).toEqual([
    { item_id: itemId, kind: "receipt", claim: { id: first, number } },
  ]);
  expect((await read(first)).duplicates).toMatchObject([{ kind: "receipt", claim: null }]);
  requireOk(await employee.put(claimUrl(first, "cancel")));
  expect((await read(other.id, colleague)).duplicates).toEqual([]);
});

test("the same amount, day and supplier are reported, whatever the spelling", async () => {
  const { first, employee, colleague, draftOf, read } = await twoPeople();
  requireOk(await employee.put(claimUrl(first, "send")));
  const kinds = async (changes: object) =>
    (await read((await draftOf(changes)).id, colleague)).duplicates.map(({ kind }: { kind: string }) => kind);
  expect(await kinds({ supplier: "CAFÉ dijla" })).toEqual(["item"]);
  expect(await kinds({ amount: "18.51" })).toEqual(expect.not.arrayContaining(["item"]));
  expect(await kinds({ spent_on: "2026-01-05" })).toEqual([]);
  expect(await kinds({ currency: "EUR" })).toEqual([]);
  expect(await kinds({ supplier: null })).toEqual([]);
});

test("two equal items of one claim are reported to their owner with the claim", async () => {
  const { draft, item, read } = await expenseFixture(await server.world());
  const id = await draft({ items: [item, item] });
  const { items, duplicates } = await read(id);
  expect(duplicates).toEqual(
    items.map((one: { id: number }) => ({ item_id: one.id, kind: "item", claim: { id, number: null } })),
  );
});

test("violated limits need a note, and refuse the sending where the category says so", async () => {
  const { category, claim, item, finance, read } = await expenseFixture(await server.world());
  const hotel = await category({ name: "Hotel", item_limit: "10", day_limit: "30", receipt_above: "5" });
  const items = [{ ...item, category_id: hotel }];
  const kinds = (of: { violations: { kind: string }[] }) => of.violations.map(({ kind }) => kind);
  expect(Object.keys((await claim({ items })).body.errors)).toEqual(["items.0.note"]);
  const unexplained = requireOk(await claim({ items, draft: true })).body.data;
  expect([kinds(unexplained), unexplained.can.send]).toEqual([["item_limit", "receipt"], false]);
  const sent = requireOk(await claim({ items: [{ ...items[0], note: "The receipt was lost" }] })).body.data;
  expect(kinds(sent)).toEqual(["item_limit", "receipt"]);
  expect(kinds(await read(sent.id, finance))).toEqual(["item_limit", "receipt"]);
  requireOk(await finance.put(`/expense/category/${hotel}`, { name: "Hotel", strict: true, item_limit: "18.50" }));
  // 18.50 from the previously sent claim and 18.50 from this claim.
  const refused = await claim({ items });
  expect(refused.body.errors).toMatchObject({
    "items.0.amount": [expect.any(String)],
    "items.0.receipts": [expect.any(String)],
  });
  const draft = requireOk(await claim({ items, draft: true })).body.data;
  expect([kinds(draft), draft.can.send]).toEqual([["day_limit", "receipt"], false]);
  requireOk(await finance.put(`/expense/category/${hotel}`, { name: "Hotel", day_limit: null, receipt_above: null }));
  requireOk(await claim({ items }));
});

test("a receipt isn't required at the limit, but always if the limit is 0", async () => {
  const { category, claim, item } = await expenseFixture(await server.world());
  const each = await category({ name: "Each", receipt_above: "0" });
  const above = await category({ name: "Above", receipt_above: item.amount });
  expect(Object.keys((await claim({ items: [{ ...item, category_id: each }] })).body.errors)).toEqual(["items.0.note"]);
  requireOk(await claim({ items: [{ ...item, category_id: above, amount: item.amount }] }));
});

test("a claim needs no more statements for many duplicates", async () => {
  const { first, employee, item, claim, read, world } = await twoPeople();
  requireOk(await employee.put(claimUrl(first, "send")));
  const reader = world.api(await world.person("employee"));
  const { id } = requireOk(await claim({ draft: true, items: [item] }, reader)).body.data;
  const statements = async (count: number) => {
    const names = await recordStatementNames(async () => {
      expect((await read(id, reader)).duplicates).toEqual([{ item_id: expect.any(Number), kind: "item", claim: null }]);
    });
    expect(names.filter((name) => name === "requests.involvements")).toHaveLength(count);
  };
  await statements(1);
  for (const other of ["a", "b"]) requireOk(await claim({ title: other, items: [item] }));
  await statements(1);
});

test("a receipt with two VAT rates on two items of a claim isn't a duplicate", async () => {
  const { draft, item, read, receipt } = await expenseFixture(await server.world());
  const id = await draft({
    items: [
      { ...item, vat_rate: "7" },
      { ...item, vat_rate: "19", amount: "3.00" },
    ],
  });
  for (const { id: of } of (await read(id)).items) requireOk(await receipt(id, of, png(20, 20)));
  expect((await read(id)).duplicates).toEqual([]);
});

test("of claims sent at the same time, only those within a strict limit are accepted", async () => {
  const { category, draft, item, world } = await expenseFixture(await server.world());
  const taxi = await category({ name: "Taxi", strict: true, day_limit: "60" });
  const ids: number[] = [];
  for (const supplier of ["A", "B", "C"])
    ids.push(await draft({ items: [{ ...item, category_id: taxi, supplier, amount: "40" }] }));
  const actor = await world.tx(async (tx) => ((await findActor(tx, world.employee.token)) as { actor: Actor }).actor);
  const send = (at: number) => (tx: Tx) => expenseDocument.send(tx, actor, ids[at] as number);
  const ended = await runSerialized<unknown>(server, world, send(0), send(1));
  expect(ended.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("kilometres are paid at the rate of their day", async () => {
  const { car, draft, finance, read } = await expenseFixture(await server.world());
  await server.owner.query(
    "INSERT INTO expense_km_rate (tenant_id, category_id, until, km_rate) SELECT tenant_id, id, '2026-02-01', 0.30 FROM expense_category WHERE id = $1",
    [car],
  );
  requireOk(await finance.put(`/expense/category/${car}`, { name: "Car", km_rate: "0.50" }));
  const journey = (spent_on: string) => ({ spent_on, category_id: car, currency: "USD", kilometres: "100" });
  const yesterday = new Date(Date.now() - 36 * 3_600_000).toISOString().slice(0, 10);
  const today = new Date().toISOString().slice(0, 10);
  const id = await draft({ items: ["2026-01-31", "2026-02-01", yesterday, today].map(journey) });
  const amounts = (await read(id)).items.map(({ amount }: { amount: string }) => amount);
  expect(amounts).toEqual(["30.00", "42.00", "42.00", "50.00"]);
});
