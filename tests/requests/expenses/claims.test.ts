import { pdf, png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { claimsUrl, claimUrl, currentYear, expenseFixture, today } from "./fixtures";

const server = testServer();

test("a claim is drafted, sent, returned, resent and approved by manager and finance", async () => {
  const { draft, employee, manager, finance, read, item } = await expenseFixture(await server.world());
  const id = await draft();
  expect(await read(id)).toMatchObject({
    status: "draft",
    number: null,
    amount: "18.50",
    can: { send: true, delete: true },
  });
  requireOk(await employee.put(claimUrl(id, "send")));
  expect(await read(id)).toMatchObject({ status: "waiting_manager_approval", number: `EXP-${currentYear}-0001` });
  requireOk(await manager.put(claimUrl(id, "request-changes"), { note: "Which meal?" }));
  const [{ id: itemId }] = (await read(id)).items;
  const items = [
    { ...item, id: itemId, note: "Lunch" },
    { ...item, amount: "4", supplier: "Kiosk" },
  ];
  requireOk(await employee.put(`${claimsUrl}/${id}`, { items }));
  requireOk(await manager.put(claimUrl(id, "approve")));
  expect((await manager.put(claimUrl(id, "approve"))).status).toBe(409);
  requireOk(await finance.put(claimUrl(id, "approve")));
  const approved = await read(id);
  expect(approved).toMatchObject({
    status: "approved",
    number: `EXP-${currentYear}-0001`,
    amount: "22.50",
    next_status: { status: "paid", action: "pay", role: { code: "finance" } },
    items: [{ id: itemId, note: "Lunch" }, { supplier: "Kiosk" }],
  });
});

test("amounts are computed by the server and keep the rates of the sending", async () => {
  const { claim, item, car, finance, read } = await expenseFixture(await server.world());
  const items = [
    { ...item, currency: "EUR", amount: "119.00", vat_rate: "19" },
    { spent_on: today, category_id: car, kilometres: "100.5", amount: "9999" },
  ];
  const { id } = requireOk(await claim({ items })).body.data;
  const expected = {
    currency: "USD",
    // 119 × 1.0834 = 128.9246; 100.5 × 0.42 = 42.21
    amount: "171.13",
    items: [
      { amount: "119.00", vat_rate: "19", vat_amount: "19.00", rate: "1.0834", home_amount: "128.92" },
      { kilometres: "100.5", km_rate: "0.42", currency: "USD", amount: "42.21", home_amount: "42.21" },
    ],
  };
  expect(await read(id)).toMatchObject(expected);
  const { version } = (await finance.get("/finance/settings")).body.data;
  const settings = { version, currency: "USD", currencies: [{ code: "EUR", rate: "2" }], archive_days: 30 };
  requireOk(await finance.put("/finance/settings", settings));
  expect(await read(id)).toMatchObject(expected);
  const changed = await finance.put("/finance/settings", {
    ...settings,
    version: undefined,
    currency: "EUR",
    currencies: [],
  });
  expect(Object.keys(changed.body.errors)).toEqual(["currency"]);
});

test("a draft is converted again at the rates of the day of sending", async () => {
  const { draft, item, finance, employee, read } = await expenseFixture(await server.world());
  const id = await draft({ items: [{ ...item, currency: "EUR", amount: "100" }] });
  expect((await read(id)).amount).toBe("108.34");
  const settings = { currency: "USD", currencies: [{ code: "EUR", rate: "2" }], archive_days: 30 };
  requireOk(await finance.put("/finance/settings", settings));
  requireOk(await employee.put(claimUrl(id, "send")));
  expect((await read(id)).amount).toBe("200.00");
});

test("approvers can open the receipts of an item; deleting the item removes them", async () => {
  const { draft, read, receipt, employee, manager, item, world } = await expenseFixture(await server.world());
  const id = await draft();
  const [{ id: itemId }] = (await read(id)).items;
  requireOk(await receipt(id, itemId, png()));
  const { version, items } = requireOk(await receipt(id, itemId, pdf())).body.data;
  expect(items[0].receipts.map(({ type }: { type: string }) => type)).toEqual(["image/png", "application/pdf"]);
  const [photo, scan] = items[0].receipts;
  requireOk(await employee.delete(claimUrl(id, `receipt/${scan.id}`)));
  // Uses the version of the items, so that text typed meanwhile can be saved.
  requireOk(await employee.put(`${claimsUrl}/${id}`, { version, items: [{ ...item, id: itemId, amount: "20" }] }));
  expect((await manager.get(photo.url)).status).toBe(200);
  requireOk(await manager.put(claimUrl(id, "request-changes"), { note: "Another one" }));
  requireOk(await employee.put(`${claimsUrl}/${id}`, { draft: true, items: [item] }));
  expect((await employee.get(photo.url)).status).toBe(404);
  const left = await world.tx((tx) =>
    tx.manager.query("SELECT id FROM file WHERE id = ANY($1)", [[photo.id, scan.id]]),
  );
  expect(left).toEqual([]);
});

test("a decision can be undone, and a claim withdrawn until it is paid", async () => {
  const { claim, employee, manager, read } = await expenseFixture(await server.world());
  const { id } = requireOk(await claim()).body.data;
  requireOk(await manager.put(claimUrl(id, "approve")));
  requireOk(await manager.put(`/approvals/request/${id}/undo`));
  expect((await read(id)).status).toBe("waiting_manager_approval");
  requireOk(await employee.put(claimUrl(id, "cancel")));
  expect(await read(id)).toMatchObject({ status: "cancelled", can: { cancel: false, edit: false } });
});

test("lists show the claims of the scope, and the inbox the number of points to check", async () => {
  const { claim, employee, manager, finance, category, item } = await expenseFixture(await server.world());
  const hotel = await category({ name: "Hotel", item_limit: "10", receipt_above: "0" });
  requireOk(await claim({ items: [{ ...item, category_id: hotel, note: "No other hotel" }] }));
  const idsOf = async (api: typeof employee, scope: string) =>
    (await api.get(claimsUrl, { query: { scope } })).body.data.map(({ number }: { number: string }) => number);
  const number = `EXP-${currentYear}-0001`;
  expect(await idsOf(employee, "mine")).toEqual([number]);
  expect(await idsOf(employee, "all")).toEqual([]);
  expect(await idsOf(manager, "team")).toEqual([number]);
  expect(await idsOf(finance, "all")).toEqual([number]);
  const { data } = (await manager.get("/approvals/inbox", { query: { family: "expense" } })).body;
  expect(data).toMatchObject([{ facts: { number, items: 1, warnings: 2 } }]);
});
