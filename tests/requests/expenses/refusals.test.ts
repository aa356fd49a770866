import { docx, png } from "../../support/sample-files";
import { changeStatement, runInsideLockGap } from "../../locks/lock-gap";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { claimsUrl, claimUrl, currentYear, expenseFixture } from "./fixtures";

const server = testServer();

describe("refused expense claims", () => {
  test("claims require sign-in, the permission and access", async () => {
    const { world, claim, employee, read } = await expenseFixture(await server.world());
    expect((await claim({}, world.api())).status).toBe(401);
    expect((await claim({}, world.api(world.external))).status).toBe(403);
    const { id } = requireOk(await claim()).body.data;
    const colleague = world.api(await world.person("employee"));
    const elsewhere = await server.world();
    for (const api of [colleague, elsewhere.api(elsewhere.admin)]) {
      expect((await api.get(`${claimsUrl}/${id}`)).status).toBe(404);
      expect((await api.put(`${claimsUrl}/${id}`, { draft: true })).status).toBe(404);
      for (const verb of ["send", "approve", "cancel"]) expect((await api.put(claimUrl(id, verb))).status).toBe(404);
    }
    expect((await employee.put(claimUrl(id, "approve"))).body.code).toBe("request.own");
    for (const api of [world.api(world.manager), world.api(world.finance)]) {
      expect((await api.put(claimUrl(id, "cancel"))).status).toBe(403);
      expect((await api.put(`${claimsUrl}/${id}`, { draft: true })).status).toBe(403);
    }
    expect((await read(id)).status).toBe("waiting_manager_approval");
  });

  test("missing and wrong fields are named by item", async () => {
    const { claim, item, draft, employee } = await expenseFixture(await server.world());
    const errors = async (items: object[]) => Object.keys((await claim({ items })).body.errors ?? {});
    expect(await errors([])).toEqual(["items"]);
    expect(await errors([{}])).toEqual(["items.0.spent_on", "items.0.category_id", "items.0.amount"]);
    expect(await errors([item, { ...item, amount: "-1" }])).toEqual(["items.1.amount"]);
    expect(await errors([{ ...item, amount: "0.001" }])).toEqual(["items.0.amount"]);
    expect(await errors([{ ...item, spent_on: "2999-01-01" }])).toEqual(["items.0.spent_on"]);
    expect(await errors([{ ...item, currency: "GBP" }])).toEqual(["items.0.currency"]); // has no rate
    expect(await errors([{ ...item, vat_rate: "101" }])).toEqual(["items.0.vat_rate"]);
    expect(await errors([{ ...item, vat_amount: "18.51" }])).toEqual(["items.0.vat_amount"]);
    const incomplete = await draft({ items: [{ amount: "5" }] });
    expect(Object.keys((await employee.put(claimUrl(incomplete, "send"))).body.errors)).toEqual([
      "items.0.spent_on",
      "items.0.category_id",
    ]);
  });

  test("unknown, archived and foreign references get 422", async () => {
    const { claim, item, finance, meals } = await expenseFixture(await server.world());
    const elsewhere = await expenseFixture(await server.world());
    const errors = async (changes: object) =>
      Object.keys((await claim({ items: [{ ...item, ...changes }] })).body.errors);
    expect(await errors({ category_id: elsewhere.meals })).toEqual(["items.0.category_id"]);
    expect(await errors({ project_id: 999_999_999 })).toEqual(["items.0.project_id"]);
    expect(await errors({ id: 999_999_999 })).toEqual(["items.0.id"]);
    requireOk(await finance.put(`/expense/category/${meals}`, { name: "Meals", archived: true }));
    expect(await errors({})).toEqual(["items.0.category_id"]);
  });

  test("an item of another claim can't be taken over", async () => {
    const { draft, employee, item, read } = await expenseFixture(await server.world());
    const [first, second] = [await draft(), await draft()];
    const [{ id: foreign }] = (await read(first)).items;
    const response = await employee.put(`${claimsUrl}/${second}`, { draft: true, items: [{ ...item, id: foreign }] });
    expect(Object.keys(response.body.errors)).toEqual(["items.0.id"]);
    expect((await read(first)).items).toHaveLength(1);
  });

  test("receipts are accepted of the owner's own open items only", async () => {
    const { draft, claim, read, receipt, manager, employee } = await expenseFixture(await server.world());
    const id = await draft();
    const [item] = (await read(id)).items;
    expect((await receipt(id, item.id, docx())).body.errors).toHaveProperty("file");
    expect((await receipt(id, item.id, png(), manager)).status).toBe(404);
    expect((await receipt(id, 999_999_999, png())).body.errors).toHaveProperty("item_id");
    const sent = requireOk(await claim()).body.data;
    expect((await receipt(sent.id, sent.items[0].id, png())).body.code).toBe("request.wrongState");
    const { items } = requireOk(await receipt(id, item.id, png())).body.data;
    expect((await employee.delete(claimUrl(sent.id, `receipt/${items[0].receipts[0].id}`))).body.code).toBe(
      "request.wrongState",
    );
    expect((await manager.get(items[0].receipts[0].url)).status).toBe(404);
  });

  test("categories are changed only with the permission", async () => {
    const { employee, manager, finance, meals, draft } = await expenseFixture(await server.world());
    for (const api of [employee, manager]) {
      expect((await api.post("/expense/category", { name: "Gifts" })).status).toBe(403);
      expect((await api.put(`/expense/category/${meals}`, { name: "Food" })).status).toBe(403);
    }
    expect(Object.keys((await finance.post("/expense/category", { name: " meals" })).body.errors)).toEqual(["name"]);
    await draft();
    const used = await finance.delete(`/expense/category/${meals}`);
    expect([used.status, used.body.data.uses]).toEqual([409, [{ kind: "expense_item", count: 1, names: [] }]]);
  });
});

describe("the database refuses", () => {
  const update = (text: string) => async () => {
    const { world, claim } = await expenseFixture(await server.world());
    const { id } = requireOk(await claim()).body.data;
    await expect(world.tx((tx) => tx.manager.query(text, [id]))).rejects.toThrow(/expense|violates/);
  };
  test("a total that isn't the sum of the items", update("UPDATE expense_claim SET amount = amount + 1 WHERE id = $1"));
  test("an item that is changed without the total", update("DELETE FROM expense_item WHERE claim_id = $1"));
  test(
    "a converted amount that isn't the product of amount and rate",
    update("UPDATE expense_item SET home_amount = home_amount + 1 WHERE claim_id = $1"),
  );
  test("an incomplete item of a sent claim", update("UPDATE expense_item SET category_id = NULL WHERE claim_id = $1"));
  test("a status of paid without a payment", update("UPDATE request SET status = 'paid' WHERE id = $1"));
});

test("cancelling a claim that was changed concurrently is refused", async () => {
  const { world, claim, employee } = await expenseFixture(await server.world());
  const { id, version } = requireOk(await claim()).body.data;
  const changed = changeStatement("UPDATE request SET version = version + 1 WHERE id = $1", id);
  const cancel = () => employee.put(claimUrl(id, "cancel"), { version });
  expect((await runInsideLockGap(server, world, [changed], cancel)).body.code).toBe("request.stale");
});

test("an expense of a category deleted concurrently is refused by field", async () => {
  const { world, claim, meals } = await expenseFixture(await server.world());
  const deleted = changeStatement("DELETE FROM expense_category WHERE id = $1", meals);
  const { body } = await runInsideLockGap(server, world, [deleted], () => claim());
  expect(Object.keys(body.errors)).toEqual(["items.0.category_id"]);
});

test("concurrent claims get numbers without gaps", async () => {
  const { claim, item } = await expenseFixture(await server.world());
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => claim(at % 5 === 3 ? { items: [{ ...item, category_id: null }] } : {})),
  );
  const numbers = answers.flatMap(({ status, body }) => (status === 201 ? [body.data.number as string] : []));
  expect(numbers.sort()).toEqual(
    Array.from({ length: 16 }, (_, at) => `EXP-${currentYear}-${String(at + 1).padStart(4, "0")}`),
  );
});
