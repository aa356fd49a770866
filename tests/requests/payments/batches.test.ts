import { createHash } from "node:crypto";
import { payFinance } from "../../../server/requests/finance/finance-payment.service";
import { updatePaymentAccount } from "../../../server/requests/payments/payment-accounts.service";
import { changeBatch, createBatch, submitBatch } from "../../../server/requests/payments/payment-batches.service";
import { problemFromError } from "../../../server/platform/http/problems";
import { type Actor, findActor } from "../../../server/platform/session";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { confirmBankAccount } from "../../people/bank-accounts/fixtures";
import { currentYear } from "../finance/fixtures";
import { batchesUrl, bankDay, batchUrl, ibans, paymentsFixture, requestUrl, today } from "./fixtures";

const server = testServer();

const actorOf = (world: World, person: Person) =>
  world.tx(async (tx) => ((await findActor(tx, person.token)) as { actor: Actor }).actor);
const problemsOf = ({
  body,
}: {
  body: { code: string; data: { items: { request_id: number; problem: string }[] } };
}) =>
  body.code === "payment.itemsRefused" ? body.data.items.map((item) => [item.request_id, item.problem]) : body.code;

test("payment batches require the permission and belong to their tenant", async () => {
  const all = await paymentsFixture(await server.world());
  const { id } = requireOk(await all.create([await all.advance()])).body.data;
  for (const api of [all.employee, all.manager]) {
    expect((await api.get(batchesUrl)).body.code).toBe("permission.denied");
    expect((await api.get(`${batchesUrl}/${id}`)).body.code).toBe("permission.denied");
    expect((await api.put(batchUrl(id, "submit"), {})).body.code).toBe("permission.denied");
    expect((await api.get(batchUrl(id, "file"))).body.code).toBe("permission.denied");
  }
  const elsewhere = await paymentsFixture(await server.world());
  expect((await elsewhere.payer.get(`${batchesUrl}/${id}`)).status).toBe(404);
  expect((await elsewhere.payer.put(batchUrl(id, "submit"), {})).status).toBe(404);
  expect((await elsewhere.payer.get(batchUrl(id, "file"))).status).toBe(404);
  expect((await elsewhere.create([], undefined, { account_id: all.account })).body.errors).toHaveProperty("account_id");
});

test("lists what is payable with the reason why a request can't be included", async () => {
  const all = await paymentsFixture(await server.world());
  const payable = await all.advance("10", { needed_by: "2026-03-01" });
  const later = await all.advance("10", { needed_by: "2026-04-01" });
  const batchedId = await all.advance();
  const { id } = requireOk(await all.create([batchedId])).body.data;
  const noAccount = await all.approved({ currency: "EUR", supplier: "Paper Mill" });
  await all.approved(); // in USD
  const own = requireOk(await all.ask({ type: "cash_advance", currency: "EUR" }, all.payer)).body.data.id;
  requireOk(await all.finance.put(requestUrl(own, "approve")));
  const list = async (query: string, as = all.payer) =>
    requireOk(await as.get(`/payment/payable?currency=EUR${query}`)).body.data.map(
      (row: { request_id: number; problem: string | null }) => [row.request_id, row.problem],
    );
  expect(await list("")).toEqual([
    [payable, null],
    [later, null],
    [batchedId, "otherBatch"],
    [noAccount, "noAccount"],
    [own, "own"],
  ]);
  expect((await list("&due_until=2026-03-15")).map(([request]: [number]) => request)).not.toContain(later);
  expect(await list("", all.finance)).toContainEqual([payable, "fourEyes"]);
  expect(problemsOf(await all.create([payable, batchedId, noAccount, own, 999_999]))).toEqual([
    [noAccount, "noAccount"],
    [own, "own"],
    [999_999, "notPayable"],
  ]);
  expect(problemsOf(await all.create([payable, batchedId]))).toEqual([[batchedId, "otherBatch"]]);
  const { data } = requireOk(await all.payer.get(`/payment/payable?currency=EUR`)).body;
  expect(data.find((row: { request_id: number }) => row.request_id === batchedId).batch).toMatchObject({ id });
});

test("numbers have no gaps, also after refused and cancelled batches", async () => {
  const all = await paymentsFixture(await server.world());
  const request = await all.advance();
  const first = requireOk(await all.create([request])).body.data;
  await all.create([request]); // refused
  requireOk(await all.payer.put(batchUrl(first.id, "cancel"), {}));
  const second = requireOk(await all.create([request])).body.data;
  expect([first.code, second.code]).toEqual([`BAT-${currentYear}-0001`, `BAT-${currentYear}-0002`]);
  const { data } = requireOk(await all.payer.get(batchesUrl)).body;
  expect(data.map(({ code, status, items }: never) => [code, status, items])).toEqual([
    [second.code, "draft", 1],
    [first.code, "cancelled", 1],
  ]);
});

test("a batch goes from draft to file to paid requests, by two people", async () => {
  const all = await paymentsFixture(await server.world());
  const { payer, admin } = all;
  const ids = [await all.advance("120.50"), await all.advance("79.5")];
  const draft = requireOk(await all.create(ids)).body.data;
  expect(draft).toMatchObject({ status: "draft", format: "sepa", total: "200.00", items: 2, file_hash: null });
  expect((await payer.put(batchUrl(draft.id, "approve"), {})).body.code).toBe("request.wrongState");
  expect((await payer.put(batchUrl(draft.id, "submit"), { version: draft.version - 1 })).body.code).toBe(
    "request.stale",
  );
  const { data: locked } = requireOk(await payer.put(batchUrl(draft.id, "submit"), { version: draft.version })).body;
  expect(locked).toMatchObject({ status: "submitted", can: { edit: false, approve: false } });
  expect((await payer.put(`${batchesUrl}/${draft.id}`, { remove: ids })).body.code).toBe("request.wrongState");
  expect((await payer.put(batchUrl(draft.id, "approve"), {})).body.code).toBe("payment.fourEyes");
  expect((await payer.get(batchUrl(draft.id, "file"))).body.code).toBe("request.wrongState");
  const released = requireOk(await admin.put(batchUrl(draft.id, "approve"), {})).body.data;
  const [one, two] = [await payer.get(batchUrl(draft.id, "file")), await admin.get(batchUrl(draft.id, "file"))];
  expect(one.text).toContain("<CtrlSum>200.00</CtrlSum>");
  expect(one.text).toContain(`<IBAN>${ibans.employee}</IBAN>`);
  expect(two.text).toBe(one.text);
  expect(createHash("sha256").update(one.text).digest("hex")).toBe(released.file_hash);

  const [first, second] = released.payments.map(({ id }: { id: number }) => id);
  const mark = { items: [first], date: today, reference: "Statement 47" };
  const { results } = requireOk(await payer.put(batchUrl(draft.id, "execute"), mark)).body.data;
  expect(results).toMatchObject([{ id: first, done: true }]);
  const paid = released.payments[0].request_id;
  expect(await all.read(paid)).toMatchObject({ status: "paid", paid: { reference: `${draft.code} Statement 47` } });
  const back = { items: [second], reason: "Account closed" };
  const { batch } = requireOk(await payer.put(batchUrl(draft.id, "return"), back)).body.data;
  expect(batch).toMatchObject({ status: "completed", executed: 1, returned: 1 });
  const returned = released.payments[1].request_id;
  expect(await all.read(returned)).toMatchObject({ status: "approved", paid: null });
  expect(requireOk(await all.create([returned])).body.data.items).toBe(1);
});

test("payables beyond the listed ones are found by number, payee, title and invoice", async () => {
  const all = await paymentsFixture(await server.world());
  const advance = await all.advance();
  const paper = await all.approved({ currency: "EUR", supplier: "Papier Müller", invoice_number: "R-77" });
  const found = async (q: string, query = "currency=EUR") =>
    requireOk(await all.payer.get(`/payment/payable?${query}&q=${encodeURIComponent(q)}`)).body.data.map(
      (row: { request_id: number }) => row.request_id,
    );
  const { number } = await all.read(advance);
  expect(await found("")).toEqual([advance, paper]);
  expect([await found(number), await found("EMIL employee"), await found("emil müller")]).toEqual([
    [advance],
    [advance],
    [],
  ]);
  expect([await found("muller"), await found("r-77"), await found("müller", "currency=USD")]).toEqual([
    [paper],
    [paper],
    [],
  ]);
});

test("an executed payment that the bank returns later is payable again", async () => {
  const all = await paymentsFixture(await server.world());
  const request = await all.advance();
  const { id, payments } = await all.released([request]);
  const items = [payments[0].id];
  requireOk(await all.payer.put(batchUrl(id, "execute"), { items, reference: "S1" }));
  expect(await all.read(request)).toMatchObject({ status: "paid" });
  requireOk(await all.payer.put(batchUrl(id, "return"), { items, reason: "Unknown account" }));
  expect(await all.read(request)).toMatchObject({ status: "approved", paid: null });
  expect((await all.batch(id)).payments).toMatchObject([{ state: "returned", return_reason: "Unknown account" }]);
});

test("settling is refused for settled items, other batches and without permission", async () => {
  const all = await paymentsFixture(await server.world());
  const request = await all.advance();
  const { id, payments } = await all.released([request]);
  const other = await all.released([await all.advance()]);
  const items = [payments[0].id];
  const codes = async (body: object, as = all.payer) =>
    requireOk(await as.put(batchUrl(id, "execute"), { reference: "S1", ...body })).body.data.results.map(
      ({ code }: { code: string | null }) => code,
    );
  expect(await codes({ items }, all.finance)).toEqual(["request.fourEyesPay"]); // approved the request
  expect(await codes({ items, date: "2999-01-01" })).toEqual(["request.invalid"]);
  expect(await codes({ items: [other.payments[0].id] })).toEqual(["notFound"]);
  expect(await all.batch(id)).toMatchObject({ status: "approved", executed: 0 });
  expect(await codes({ items })).toEqual([null]);
  expect(await codes({ items })).toEqual(["request.wrongState"]);
  expect((await all.read(request)).settlement.entries).toHaveLength(1);
});

test("a draft names the items whose account, amount or state has changed", async () => {
  const all = await paymentsFixture(await server.world());
  const [changed, withdrawn, paid] = [await all.advance(), await all.advance(), await all.advance()];
  const { id } = requireOk(await all.create([changed, withdrawn, paid])).body.data;
  await all.setIban(ibans.other);
  requireOk(await all.employee.put(requestUrl(withdrawn, "cancel"), {}));
  requireOk(await all.payer.put(requestUrl(paid, "pay"), { reference: "by hand" }));
  const refused = [
    [changed, "accountChanged"],
    [withdrawn, "notPayable"],
    [paid, "notPayable"],
  ];
  const { payments } = await all.batch(id);
  expect(payments.map((item: { request_id: number; problem: string }) => [item.request_id, item.problem])).toEqual(
    refused,
  );
  expect(problemsOf(await all.payer.put(batchUrl(id, "submit"), {}))).toEqual(refused);
  requireOk(await all.payer.put(`${batchesUrl}/${id}`, { add: [changed], remove: [withdrawn, paid] }));
  const { data } = requireOk(await all.payer.put(batchUrl(id, "submit"), {})).body;
  expect(data.payments).toMatchObject([{ request_id: changed, iban: ibans.other }]);
});

test("a bank account changed after submission refuses approval until it is reopened", async () => {
  const all = await paymentsFixture(await server.world());
  const request = await all.advance();
  const { id } = await all.submitted([request]);
  await all.setIban(ibans.other);
  expect(problemsOf(await all.admin.put(batchUrl(id, "approve"), {}))).toEqual([[request, "accountChanged"]]);
  expect(Object.keys((await all.admin.put(batchUrl(id, "reopen"), {})).body.errors)).toEqual(["reason"]);
  requireOk(await all.admin.put(batchUrl(id, "reopen"), { reason: "New account" }));
  expect(await all.batch(id)).toMatchObject({ status: "draft", reopen_reason: "New account" });
});

test("an account changed after approval blocks the file until the next approval", async () => {
  const all = await paymentsFixture(await server.world());
  const request = await all.advance();
  const { id } = await all.released([request]);
  requireOk(await all.payer.get(`${batchesUrl}/${id}/file`));
  expect((await all.admin.put(batchUrl(id, "reopen"), { reason: "Changed" })).body.code).toBe("request.wrongState");
  await all.setIban(ibans.other);
  expect(problemsOf(await all.payer.get(`${batchesUrl}/${id}/file`))).toEqual([[request, "accountChanged"]]);
  expect(await all.batch(id)).toMatchObject({
    payments: [{ problem: "accountChanged" }],
    can: { reopen: true, download: false },
  });
  requireOk(await all.payer.put(batchUrl(id, "reopen"), { reason: "New account" }));
  expect(await all.batch(id)).toMatchObject({ status: "draft", approved_by: null, file_hash: null });
  requireOk(await all.payer.put(`${batchesUrl}/${id}`, { add: [request] }));
  requireOk(await all.payer.put(batchUrl(id, "submit"), {}));
  requireOk(await all.admin.put(batchUrl(id, "approve"), {}));
  expect((await all.payer.get(`${batchesUrl}/${id}/file`)).text).toContain(ibans.other);
});

test("accounts outside SEPA and requests without a supplier can't be in a SEPA batch", async () => {
  const all = await paymentsFixture(await server.world());
  await all.setIban("TR330006100519786457841326");
  const request = await all.advance();
  const without = await all.approved({ currency: "EUR" });
  expect(problemsOf(await all.create([request, without]))).toEqual([
    [request, "outsideSepa"],
    [without, "noSupplier"],
  ]);
  const listed = async (query: string) =>
    requireOk(await all.payer.get(`/payment/payable?currency=EUR${query}`)).body.data.map(
      (row: { request_id: number; problem: string | null }) => [row.request_id, row.problem],
    );
  expect(await listed("")).toEqual([
    [request, "outsideSepa"],
    [without, "noSupplier"],
  ]);
  expect(await listed("&format=csv")).toEqual([
    [request, null],
    [without, "noSupplier"],
  ]);
  requireOk(await all.create([request], all.payer, { format: "csv" }));
});

test("a holder without Latin letters is named before a SEPA file is made", async () => {
  const all = await paymentsFixture(await server.world());
  const confirmer = all.world.api(all.world.hr);
  const proposer = all.employee;
  const userId = all.people.employee.id;
  await confirmBankAccount({ userId, proposer, confirmer, holder: "山田太郎", iban: ibans.other });
  const request = await all.advance();
  expect(problemsOf(await all.create([request]))).toEqual([[request, "notLatin"]]);
  requireOk(await all.create([], all.payer, { format: "csv" }));
  const account = requireOk(
    await all.finance.post("/payment/account", { name: "JP", holder: "株式会社", iban: ibans.employee }),
  ).body.data.id;
  const refused = await all.create([], all.payer, { account_id: account });
  expect(Object.keys(refused.body.errors)).toEqual(["account_id"]);
  await confirmBankAccount({ userId, proposer, confirmer, holder: "Taro Yamada", iban: ibans.other });
  requireOk(await all.create([request]));
});

test("an RF reference is checked and exported as a structured reference", async () => {
  const all = await paymentsFixture(await server.world());
  const invoice = (invoice_number: string) => ({ currency: "EUR", invoice_number });
  const mistyped = await all.ask(invoice("RF18 5390 0754 7035"));
  expect(Object.keys(mistyped.body.errors)).toEqual(["invoice_number"]);
  const supplier = requireOk(await all.finance.post("/finance/supplier", { name: "Mill", iban: ibans.other })).body
    .data;
  const { bank_accounts: accounts } = requireOk(await all.admin.get(`/finance/supplier/${supplier.id}`)).body.data;
  requireOk(await all.admin.post(`/finance/supplier-bank-account/${accounts[0].id}/confirm`));
  const body = { ...invoice("RF18 5390 0754 7034"), supplier_id: supplier.id, supplier: "Mill" };
  const { id } = await all.released([await all.approved(body)]);
  const file = (await all.payer.get(batchUrl(id, "file"))).text;
  expect(file).toContain("<Ref>RF18539007547034</Ref>");
  expect(file).not.toContain("<Ustrd>");
});

test("nobody approves a batch with a request they approved", async () => {
  const all = await paymentsFixture(await server.world());
  const request = await all.advance();
  const { id } = await all.submitted([request]);
  const refused = await all.finance.put(batchUrl(id, "approve"), {});
  expect([refused.status, problemsOf(refused)]).toEqual([409, [[request, "fourEyes"]]]);
  expect((await all.batch(id, all.finance)).payments).toMatchObject([{ problem: "fourEyes" }]);
  expect(await all.batch(id)).toMatchObject({ status: "submitted", approved_by: null, file_hash: null });
  requireOk(await all.admin.put(batchUrl(id, "approve"), {}));
});

test("nobody approves a batch with a request they approved on behalf of another user", async () => {
  const all = await paymentsFixture(await server.world());
  const deputy = await all.world.person("finance");
  requireOk(await all.manager.post("/delegation", { delegatee_id: deputy.id }));
  const request = requireOk(
    await all.ask({
      type: "cash_advance",
      currency: "EUR",
      items: [{ details: "Travel", price: "120.50", quantity: 1 }],
    }),
  ).body.data.id;
  requireOk(await all.world.api(deputy).put(requestUrl(request, "approve")));
  requireOk(await all.finance.put(requestUrl(request, "approve")));
  const { id } = await all.submitted([request]);
  for (const as of [all.world.api(deputy), all.finance])
    expect(problemsOf(await as.put(batchUrl(id, "approve"), {}))).toEqual([[request, "fourEyes"]]);
  expect(await all.batch(id)).toMatchObject({ status: "submitted" });
  requireOk(await all.admin.put(batchUrl(id, "approve"), {}));
});

test("a batch of any format is executed on a bank day", async () => {
  const all = await paymentsFixture(await server.world());
  const request = await all.advance();
  const saturday = { execution_on: "2031-01-18" };
  expect(Object.keys((await all.create([request], all.payer, saturday)).body.errors)).toEqual(["execution_on"]);
  const refusedFields = async (body: object) => Object.keys((await all.create([], all.payer, body)).body.errors ?? {});
  for (const body of [
    { ...saturday, format: "csv" },
    { execution_on: "2031-04-11", format: "csv" }, // Good Friday
    { ...saturday, currency: "USD" },
    { execution_on: "2031-01-19", currency: "USD" },
  ])
    expect(await refusedFields(body)).toEqual(["execution_on"]);
  const { id } = requireOk(await all.create([request], all.payer, { format: "csv" })).body.data;
  const changed = await all.payer.put(`${batchesUrl}/${id}`, saturday);
  expect(Object.keys(changed.body.errors)).toEqual(["execution_on"]);
  expect((await all.batch(id)).execution_on).toBe(bankDay);
  // Banks elsewhere are open on Good Friday.
  requireOk(await all.create([], all.payer, { execution_on: "2031-04-11", currency: "USD" }));
});

test("a supplier renamed after submission blocks the batch until it is confirmed", async () => {
  const all = await paymentsFixture(await server.world());
  const { world, finance, admin, payer } = all;
  const iban = ibans.other;
  const supplier = requireOk(await finance.post("/finance/supplier", { name: "Paper Mill", iban })).body.data.id;
  const accountOf = async () =>
    requireOk(await admin.get(`/finance/supplier/${supplier}`)).body.data.bank_accounts[0].id as number;
  const confirm = async () =>
    requireOk(await admin.post(`/finance/supplier-bank-account/${await accountOf()}/confirm`));
  await confirm();
  const request = await all.approved({ currency: "EUR", supplier_id: supplier, supplier: "Paper Mill" });
  const { id } = await all.submitted([request]);
  expect((await all.batch(id)).payments).toMatchObject([
    { holder: "Paper Mill", problem: null, account_proposed: false },
  ]);
  requireOk(await finance.put(`/finance/supplier/${supplier}`, { name: "Evil Ltd" }));
  expect((await all.batch(id)).payments).toMatchObject([{ problem: "accountProposed", account_proposed: true }]);
  expect(problemsOf(await admin.put(batchUrl(id, "approve"), {}))).toEqual([[request, "accountProposed"]]);
  requireOk(await admin.put(batchUrl(id, "reopen"), { reason: "Renamed" }));
  expect(problemsOf(await payer.put(batchUrl(id, "submit"), {}))).toEqual([[request, "accountProposed"]]);
  await confirm();
  expect(problemsOf(await payer.put(batchUrl(id, "submit"), {}))).toEqual([[request, "accountChanged"]]);
  requireOk(await payer.put(`${batchesUrl}/${id}`, { add: [request] }));
  requireOk(await payer.put(batchUrl(id, "submit"), {}));
  requireOk(await world.api(world.admin).put(batchUrl(id, "approve"), {}));
  expect((await payer.get(batchUrl(id, "file"))).text).toContain("<Nm>Evil Ltd</Nm>");
});

test("a person's proposed account isn't paid, and items say that one waits", async () => {
  const all = await paymentsFixture(await server.world());
  const { world, employee, payer } = all;
  const path = `/user/${world.employee.id}/bank-account`;
  const request = await all.advance();
  const { id } = requireOk(await all.create([request])).body.data;
  requireOk(await world.api(world.hr).put(path, { holder: "Hana Hr", iban: ibans.other }));
  expect((await all.batch(id)).payments).toMatchObject([
    { iban: ibans.employee, problem: null, account_proposed: true },
  ]);
  requireOk(await payer.put(batchUrl(id, "submit"), {}));
  requireOk(await employee.delete(path));
  expect((await all.batch(id)).payments).toMatchObject([{ problem: "noAccount", account_proposed: false }]);
  requireOk(await world.api(world.hr).put(path, { holder: "Hana Hr", iban: ibans.other }));
  expect((await all.batch(id)).payments).toMatchObject([{ problem: "accountProposed" }]);
  expect(problemsOf(await all.admin.put(batchUrl(id, "approve"), {}))).toEqual([[request, "accountProposed"]]);
  requireOk(await payer.put(batchUrl(id, "cancel"), {}));
  expect(problemsOf(await all.create([request]))).toEqual([[request, "accountProposed"]]);
});

test("an item names its earlier bank file and the user who marked it as returned", async () => {
  const all = await paymentsFixture(await server.world());
  const request = await all.advance();
  const first = await all.released([request]);
  const back = { items: [first.payments[0].id], reason: "Account closed" };
  requireOk(await all.payer.put(batchUrl(first.id, "return"), back));
  const earlier = [
    {
      batch: { id: first.id, code: first.code },
      execution_on: bankDay,
      returned_by: expect.objectContaining({ id: all.people.payer.id }),
      returned_at: expect.any(String),
      return_reason: "Account closed",
    },
  ];
  const { data } = requireOk(await all.payer.get("/payment/payable?currency=EUR")).body;
  expect(data).toMatchObject([{ request_id: request, problem: null, earlier }]);
  const { id } = await all.submitted([request]);
  expect((await all.batch(id, all.admin)).payments).toMatchObject([{ request_id: request, earlier }]);
  expect((await all.batch(first.id)).payments).toMatchObject([{ state: "returned", earlier: [] }]);
});

test("a request in a locked batch can neither be withdrawn nor paid by hand", async () => {
  const all = await paymentsFixture(await server.world());
  const request = await all.advance();
  const { id } = await all.submitted([request]);
  expect((await all.employee.put(requestUrl(request, "cancel"), {})).body.code).toBe("request.inBatch");
  expect((await all.payer.put(requestUrl(request, "pay"), { reference: "x" })).body.code).toBe("request.inBatch");
  const run = { requests: [{ id: request, version: (await all.read(request)).version }], reference: "x" };
  expect(requireOk(await all.payer.post("/finance/payment-run", run)).body.data).toMatchObject([
    { code: "request.inBatch" },
  ]);
  requireOk(await all.payer.put(batchUrl(id, "cancel"), {}));
  requireOk(await all.employee.put(requestUrl(request, "cancel"), {}));
});

test("no user approves a batch that pays them", async () => {
  const all = await paymentsFixture(await server.world());
  const confirmer = all.world.api(all.world.hr);
  await confirmBankAccount({
    userId: all.people.finance.id,
    proposer: all.finance,
    confirmer,
    holder: "F",
    iban: ibans.other,
  });
  const own = requireOk(
    await all.ask(
      { type: "cash_advance", currency: "EUR", items: [{ details: "Travel", price: "5", quantity: 1 }] },
      all.finance,
    ),
  ).body.data.id;
  requireOk(await all.payer.put(requestUrl(own, "approve")));
  const { id } = requireOk(await all.create([own], all.admin)).body.data;
  requireOk(await all.admin.put(batchUrl(id, "submit"), {}));
  expect((await all.finance.put(batchUrl(id, "approve"), {})).body.code).toBe("request.own");
});

test("the database enforces four eyes, locked items and one live item per request", async () => {
  const all = await paymentsFixture(await server.world());
  const { world } = all;
  const request = await all.advance();
  const { id } = await all.submitted([request]);
  const run = (text: string, values: unknown[]) => world.tx((tx) => tx.manager.query(text, values));
  const violated = (text: string, values: unknown[]) =>
    run(text, values).then(
      () => "nothing",
      (error: { driverError: { constraint: string } }) => error.driverError.constraint,
    );
  expect(
    await violated(
      `UPDATE payment_batch SET status = 'approved', approved_by = $2, approved_at = now(), file = '', file_hash = repeat('0', 64)
       WHERE id = $1`,
      [id, all.people.payer.id],
    ),
  ).toBe("payment_batch_four_eyes");
  for (const text of [
    "UPDATE payment_batch_item SET amount = 1 WHERE batch_id = $1",
    "UPDATE payment_batch_item SET iban = 'NO9386011117947' WHERE batch_id = $1",
    "DELETE FROM payment_batch_item WHERE batch_id = $1",
    `UPDATE payment_batch_item SET state = 'executed', executed_on = now(), reference = 'x', settled_at = now() WHERE batch_id = $1`,
  ])
    expect(await violated(text, [id])).toBe("payment_batch_item_locked");
  const draft = requireOk(await all.create([])).body.data.id;
  expect(
    await violated(
      `INSERT INTO payment_batch_item (tenant_id, batch_id, position, request_id, family, request_number, payee_kind, payee_name,
         holder, iban, amount, purpose)
       SELECT tenant_id, $2, 1, request_id, family, request_number, payee_kind, payee_name, holder, iban, amount, purpose
       FROM payment_batch_item WHERE batch_id = $1`,
      [id, draft],
    ),
  ).toBe("payment_batch_item_once");
  expect(await violated("UPDATE request SET status = 'cancelled' WHERE id = $1", [request])).toBe(
    "request_in_payment_batch",
  );
});

describe("concurrent changes", () => {
  const codeOf = (outcome: PromiseSettledResult<unknown> | undefined) =>
    outcome?.status === "rejected" ? (outcome.reason.code as string) : outcome?.status;

  test("two people add the same request to two batches: the second is refused by name", async () => {
    const all = await paymentsFixture(await server.world());
    const { world, account } = all;
    const request = await all.advance();
    const [payer, admin] = [await actorOf(world, all.people.payer), await actorOf(world, world.admin)];
    // Creates one of the batches beforehand, so that the transactions conflict on the item instead of the number.
    const { id } = requireOk(await all.create([])).body.data;
    const input = { account_id: account, currency: "EUR" as const, execution_on: bankDay, requests: [request] };
    const ended = await runSerialized<unknown>(
      server,
      world,
      (tx: Tx) => createBatch(tx, payer, input as never),
      (tx: Tx) => changeBatch(tx, admin, id, { add: [request] } as never),
    );
    expect(ended.map(codeOf)).toEqual(["fulfilled", "payment.itemsRefused"]);
  });

  test("two people change an account to pay from: the second gets 409", async () => {
    const { world, account, people } = await paymentsFixture(await server.world());
    // Uses two users, since the check of the password confirmation locks the user.
    const actors = [await actorOf(world, people.finance), await actorOf(world, world.admin)];
    const change = (at: number) => (tx: Tx) => {
      const values = { name: `Account ${at}`, holder: "Acme GmbH", iban: ibans.own, version: 1 };
      return updatePaymentAccount(tx, actors[at] as Actor, account, values as never);
    };
    const ended = await runSerialized<unknown>(server, world, change(0), change(1));
    expect(ended.map(codeOf)).toEqual(["fulfilled", "organization.stale"]);
  });

  test("a batch isn't created with an account that is archived concurrently", async () => {
    const { world, account, people } = await paymentsFixture(await server.world());
    const [finance, payer] = [await actorOf(world, people.finance), await actorOf(world, people.payer)];
    const archived = { name: "Main", holder: "Acme GmbH", iban: ibans.own, archived: true };
    const input = { account_id: account, currency: "EUR" as const, execution_on: bankDay };
    const [first, second] = await runSerialized<unknown>(
      server,
      world,
      (tx: Tx) => updatePaymentAccount(tx, finance, account, archived as never),
      (tx: Tx) => createBatch(tx, payer, input as never),
    );
    expect([codeOf(first), second?.status]).toEqual(["fulfilled", "rejected"]);
  });

  test("two people submit a batch: the second gets 409", async () => {
    const all = await paymentsFixture(await server.world());
    const { id } = requireOk(await all.create([await all.advance()])).body.data;
    const actors = [await actorOf(all.world, all.people.payer), await actorOf(all.world, all.world.admin)];
    const submit = (at: number) => (tx: Tx) => submitBatch(tx, actors[at] as Actor, id, {});
    const ended = await runSerialized<unknown>(server, all.world, submit(0), submit(1));
    expect(ended.map(codeOf)).toEqual(["fulfilled", "request.wrongState"]);
  });

  test("paying by hand during submission: the submission is refused", async () => {
    const all = await paymentsFixture(await server.world());
    const request = await all.advance();
    const { id } = requireOk(await all.create([request])).body.data;
    const payer = await actorOf(all.world, all.people.payer);
    const pay = (tx: Tx) => payFinance(tx, payer, request, { version: undefined, reference: "x", date: null });
    const submit = (tx: Tx) => submitBatch(tx, payer, id, {});
    const ended = await runSerialized<unknown>(server, all.world, pay, submit);
    expect(ended.map(codeOf)).toEqual(["fulfilled", "payment.itemsRefused"]);
  });

  test("submission during paying by hand: the payment is refused", async () => {
    const all = await paymentsFixture(await server.world());
    const request = await all.advance();
    const { id } = requireOk(await all.create([request])).body.data;
    const payer = await actorOf(all.world, all.people.payer);
    const pay = (tx: Tx) => payFinance(tx, payer, request, { version: undefined, reference: "x", date: null });
    const submit = (tx: Tx) => submitBatch(tx, payer, id, {});
    const [first, second] = await runSerialized<unknown>(server, all.world, submit, pay);
    expect(first?.status).toBe("fulfilled");
    expect(problemFromError((second as PromiseRejectedResult).reason).code).toBe("request.inBatch");
  });

  test("many people execute the same items at once: each request is paid once", async () => {
    const all = await paymentsFixture(await server.world());
    const ids = [await all.advance(), await all.advance(), await all.advance()];
    const { id, payments } = await all.released(ids);
    const items = payments.map((item: { id: number }) => item.id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 ? all.payer : all.admin).put(batchUrl(id, "execute"), { items, reference: `S${at}` }),
      ),
    );
    const results = answers.flatMap(({ body }) => body.data?.results ?? []);
    expect(results.filter(({ done }: { done: boolean }) => done)).toHaveLength(3);
    expect(await all.batch(id)).toMatchObject({ status: "completed", executed: 3 });
    for (const request of ids) expect((await all.read(request)).settlement.entries).toHaveLength(1);
  });

  test("after a crash between two items, the rest is settled by repeating the call", async () => {
    const all = await paymentsFixture(await server.world());
    const ids = [await all.advance(), await all.advance()];
    const { id, payments } = await all.released(ids);
    const items = payments.map((item: { id: number }) => item.id);
    requireOk(await all.payer.put(batchUrl(id, "execute"), { items: items.slice(0, 1), reference: "S1" }));
    const { results, batch } = requireOk(await all.payer.put(batchUrl(id, "execute"), { items, reference: "S1" })).body
      .data;
    expect(results.map(({ code }: { code: string | null }) => code)).toEqual(["request.wrongState", null]);
    expect(batch.status).toBe("completed");
  });
});
