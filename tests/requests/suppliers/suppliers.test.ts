import {
  decideBankAccount,
  proposeBankAccount,
  updateSupplier,
} from "../../../server/requests/suppliers/suppliers.service";
import { type Tx, unnamedSql } from "../../../server/platform/database/unit-of-work";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();
const [first, second, third] = ["DE89370400440532013000", "GB82WEST12345698765432", "FR1420041010050500013M02606"];

let world: World;
let colleague: Person;
beforeEach(async () => {
  world = await server.world();
  colleague = await world.person("finance", { fullname: "Cora Colleague" });
});

const make = async (body: object): Promise<{ id: number; version: number }> =>
  requireOk(await world.api(world.finance).post("/finance/supplier", body)).body.data;
const detail = async (id: number) => requireOk(await world.api(world.finance).get(`/finance/supplier/${id}`)).body.data;
const accountsOf = async (id: number) =>
  (await detail(id)).bank_accounts as { id: number; iban: string; state: string; can: { confirm: boolean } }[];
const latest = async (id: number) => ((await accountsOf(id))[0] as { id: number }).id;

test("suppliers and their bank accounts are hidden from users without permission", async () => {
  const { id } = await make({ name: "Paper Mill", iban: first });
  const employee = world.api(world.employee);
  const account = await latest(id);
  for (const answer of [
    await employee.get("/finance/supplier"),
    await employee.get(`/finance/supplier/${id}`),
    await employee.post("/finance/supplier", { name: "Mine" }),
    await employee.put(`/finance/supplier/${id}`, { name: "Mine" }),
    await employee.post(`/finance/supplier/${id}/bank-account`, { iban: second }),
    await employee.post(`/finance/supplier-bank-account/${account}/confirm`),
    await employee.post(`/finance/supplier-bank-account/${account}/reject`),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
  expect(requireOk(await employee.get("/finance/supplier/select")).body.data).toEqual([
    { id, name: "Paper Mill", payment_days: null, cost_account_id: null },
  ]);
});

test("invalid fields return 422 at their name", async () => {
  await make({ name: "Paper Mill" });
  const errors = async (body: object) =>
    Object.keys((await world.api(world.finance).post("/finance/supplier", body)).body.errors ?? {}).sort();
  expect(await errors({ name: "PAPER mill" })).toEqual(["name"]);
  expect(
    await errors({ name: "A", vat_id: "DE12", iban: "DE88370400440532013000", bic: "X", payment_days: 366 }),
  ).toEqual(["bic", "iban", "payment_days", "vat_id"]);
  expect(await errors({ name: "A", cost_account_id: 987_654 })).toEqual(["cost_account_id"]);
});

test("the proposer never confirms a bank account, also not after another change", async () => {
  const { id } = await make({ name: "Paper Mill", iban: "de89 3704 0044 0532 0130 00", vat_id: "de 123 456 789" });
  expect(await detail(id)).toMatchObject({ iban: null, bank_proposed: true, vat_id: "DE123456789" });
  const [own, other] = [world.api(world.finance), world.api(colleague)];
  const confirm = (api: typeof own, account: number) => api.post(`/finance/supplier-bank-account/${account}/confirm`);
  const messages = requireOk(await other.get("/notification")).body.data.map((one: { data: object }) => one.data);
  expect(messages).toMatchObject([
    { message: `${world.finance.fullname} proposed a new bank account of Paper Mill for you to confirm or reject` },
  ]);
  const refused = await confirm(own, await latest(id));
  expect([refused.status, refused.body.code]).toEqual([403, "bankAccount.ownProposal"]);
  const before = await latest(id);
  requireOk(await own.post(`/finance/supplier/${id}/bank-account`, { iban: second }));
  expect((await confirm(own, await latest(id))).body.code).toBe("bankAccount.ownProposal");
  expect((await confirm(other, before)).body.code).toBe("bankAccount.decided");
  requireOk(await confirm(other, await latest(id)));
  expect(await detail(id)).toMatchObject({ iban: second, bank_proposed: false });
  expect((await confirm(other, await latest(id))).body.code).toBe("bankAccount.decided");
  await expect(
    world.tx((tx) =>
      tx.rows(
        unnamedSql(
          "UPDATE supplier_bank_account SET decided_by = proposed_by WHERE tenant_id = current_tenant() AND state = 'confirmed'",
        ),
      ),
    ),
  ).rejects.toThrow();
});

test("a confirmed account stays until a second user confirms the next one", async () => {
  const { id } = await make({ name: "Paper Mill", iban: first });
  const [own, other] = [world.api(world.finance), world.api(colleague)];
  requireOk(await other.post(`/finance/supplier-bank-account/${await latest(id)}/confirm`));
  const same = await own.post(`/finance/supplier/${id}/bank-account`, { iban: first });
  expect(Object.keys(same.body.errors)).toEqual(["iban"]);
  requireOk(await other.post(`/finance/supplier/${id}/bank-account`, { iban: second }));
  expect((await detail(id)).iban).toBe(first);
  requireOk(await other.post(`/finance/supplier-bank-account/${await latest(id)}/reject`));
  requireOk(await own.post(`/finance/supplier/${id}/bank-account`, { iban: third, bic: "PSSTFRPP" }));
  requireOk(await other.post(`/finance/supplier-bank-account/${await latest(id)}/confirm`));
  expect((await accountsOf(id)).map(({ iban, state }) => [iban, state])).toEqual([
    [third, "confirmed"],
    [second, "rejected"],
    [first, "replaced"],
  ]);
  const log = await world.tx((tx) =>
    tx.rows<{ facts: Record<string, string> }>(
      unnamedSql(
        "SELECT facts FROM security_event WHERE tenant_id = current_tenant() AND kind = 'supplier_bank_changed' ORDER BY id",
      ),
    ),
  );
  expect(log.map(({ facts }) => [facts["change"], facts["before"], facts["after"]])).toEqual([
    ["proposed", undefined, "•••• 3000"],
    ["confirmed", undefined, "•••• 3000"],
    ["proposed", "•••• 3000", "•••• 5432"],
    ["rejected", "•••• 3000", "•••• 5432"],
    ["proposed", "•••• 3000", "•••• 2606"],
    ["confirmed", "•••• 3000", "•••• 2606"],
  ]);
  expect(JSON.stringify(log)).not.toContain("DE89");
});

describe("a renamed supplier", () => {
  const rename = (person: Person, id: number, name: string) =>
    world.api(person).put(`/finance/supplier/${id}`, { name });
  const confirm = (person: Person, account: number) =>
    world.api(person).post(`/finance/supplier-bank-account/${account}/confirm`);

  test("has no confirmed account until another user confirms the new name", async () => {
    const { id } = await make({ name: "Paper Mill", iban: first, bic: "COBADEFF" });
    requireOk(await confirm(colleague, await latest(id)));
    requireOk(await world.api(world.finance).put(`/finance/supplier/${id}`, { name: "Paper Mill", note: "x" }));
    expect(await detail(id)).toMatchObject({ iban: first, bank_proposed: false });
    requireOk(await rename(colleague, id, "Evil Ltd"));
    expect(await detail(id)).toMatchObject({ iban: null, bank_proposed: true });
    expect((await accountsOf(id))[0]).toMatchObject({
      iban: first,
      bic: "COBADEFF",
      holder: "Evil Ltd",
      state: "proposed",
      proposed_by: { id: colleague.id },
    });
    const refused = await confirm(colleague, await latest(id));
    expect([refused.status, refused.body.code]).toEqual([403, "bankAccount.ownProposal"]);
    requireOk(await confirm(world.finance, await latest(id)));
    expect(await detail(id)).toMatchObject({ iban: first, bank_proposed: false });
  });

  test("keeps the proposer of an unconfirmed account, so neither user can confirm it", async () => {
    const { id } = await make({ name: "Paper Mill", iban: first });
    const before = await latest(id);
    requireOk(await rename(colleague, id, "Paper Mill AG"));
    expect((await confirm(world.admin, before)).body.code).toBe("bankAccount.decided");
    const account = await latest(id);
    expect((await accountsOf(id))[0]).toMatchObject({
      holder: "Paper Mill AG",
      proposed_by: { id: world.finance.id },
      renamed_by: { id: colleague.id },
      can: { confirm: false },
    });
    for (const person of [world.finance, colleague])
      expect((await confirm(person, account)).body.code).toBe("bankAccount.ownProposal");
    const write = (userId: number) =>
      world.tx((tx) =>
        tx.rows(
          unnamedSql(
            "UPDATE supplier_bank_account SET state = 'confirmed', decided_by = $2, decided_at = now() WHERE tenant_id = current_tenant() AND id = $1",
          ),
          [account, userId],
        ),
      );
    for (const { id: userId } of [world.finance, colleague])
      await expect(write(userId)).rejects.toThrow("supplier_bank_account_four_eyes");
    requireOk(await confirm(world.admin, account));
    expect(await detail(id)).toMatchObject({ iban: first, bank_proposed: false });
  });

  test("replaces a confirmed account by the proposed one, also if nobody is signed in", async () => {
    const { id } = await make({ name: "Paper Mill", iban: first });
    requireOk(await confirm(colleague, await latest(id)));
    requireOk(await world.api(world.finance).post(`/finance/supplier/${id}/bank-account`, { iban: second }));
    await world.tx((tx) =>
      tx.rows(unnamedSql("UPDATE supplier SET name = 'Other' WHERE tenant_id = current_tenant() AND id = $1"), [id]),
    );
    expect((await accountsOf(id)).map(({ iban, state }) => [iban, state])).toEqual([
      [second, "proposed"],
      [second, "replaced"],
      [first, "replaced"],
    ]);
    expect((await confirm(world.finance, await latest(id))).body.code).toBe("bankAccount.ownProposal");
    requireOk(await confirm(colleague, await latest(id)));
  });

  test("is in the security log, and others are asked to confirm its account", async () => {
    const { id } = await make({ name: "Paper Mill", iban: first });
    requireOk(await confirm(colleague, await latest(id)));
    requireOk(await rename(colleague, id, "Evil Ltd"));
    const log = await world.tx((tx) =>
      tx.rows<{ facts: Record<string, string>; userId: number }>(
        unnamedSql(
          `SELECT facts, user_id AS "userId" FROM security_event
           WHERE tenant_id = current_tenant() AND kind = 'supplier_bank_changed' ORDER BY id DESC LIMIT 1`,
        ),
      ),
    );
    expect(log).toEqual([
      {
        userId: colleague.id,
        facts: { change: "renamed", record: id, before: "Paper Mill •••• 3000", after: "Evil Ltd •••• 3000" },
      },
    ]);
    const messages = requireOk(await world.api(world.finance).get("/notification")).body.data;
    expect(messages.map((one: { data: { message: string } }) => one.data.message)).toContain(
      `${colleague.fullname} proposed a new bank account of Evil Ltd for you to confirm or reject`,
    );
  });

  test("isn't confirmed if it is renamed at the same time", async () => {
    const { id } = await make({ name: "Paper Mill", iban: first });
    const account = await latest(id);
    const actor = (person: Person) => ({ id: person.id, permissions: new Set(["supplier-edit"]) }) as never;
    const [renamed, confirmed] = await runSerialized<unknown>(
      server,
      world,
      (tx: Tx) => updateSupplier(tx, actor(world.finance), id, { name: "Evil Ltd" } as never),
      (tx: Tx) => decideBankAccount(tx, actor(colleague), account, "confirmed"),
    );
    expect(renamed?.status).toBe("fulfilled");
    expect(confirmed).toMatchObject({ status: "rejected", reason: { code: "bankAccount.decided" } });
  });
});

test("an account isn't confirmed if it is replaced at the same time", async () => {
  const { id } = await make({ name: "Paper Mill", iban: first });
  const account = await latest(id);
  const actor = (person: Person) => ({ id: person.id, permissions: new Set(["supplier-edit"]) }) as never;
  const [proposed, confirmed] = await runSerialized(
    server,
    world,
    (tx: Tx) => proposeBankAccount(tx, actor(world.finance), id, { iban: second, bic: null }),
    async (tx: Tx) => void (await decideBankAccount(tx, actor(colleague), account, "confirmed")),
  );
  expect(proposed?.status).toBe("fulfilled");
  expect(confirmed).toMatchObject({ status: "rejected", reason: { code: "bankAccount.decided" } });
});

test("a chosen supplier names the request, and another name is one that isn't on file", async () => {
  const { id } = await make({ name: "Paper Mill", payment_days: 14 });
  const employee = world.api(world.employee);
  const ask = (body: object) => employee.post("/finance/finance-request", { type: "payment", draft: true, ...body });
  const chosen = requireOk(await ask({ supplier_id: id, supplier: "Other", due_on: "2026-03-01" })).body.data;
  expect(chosen).toMatchObject({ supplier: "Paper Mill", supplier_id: id, due_on: "2026-03-01" });
  const url = `/finance/finance-request/${chosen.id}`;
  expect(requireOk(await employee.put(url, { note: "x", draft: true })).body.data.supplier_id).toBe(id);
  expect(requireOk(await employee.put(url, { supplier: "Corner shop", draft: true })).body.data).toMatchObject({
    supplier: "Corner shop",
    supplier_id: null,
  });
  requireOk(await employee.put(url, { supplier_id: id, draft: true }));
  requireOk(await world.api(world.finance).put(`/finance/supplier/${id}`, { name: "Paper Mill", archived: true }));
  requireOk(await employee.put(url, { supplier_id: id, draft: true }));
  expect(Object.keys((await ask({ supplier_id: id })).body.errors)).toEqual(["supplier"]);
});

test("the list of requests is filtered by what is due", async () => {
  const employee = world.api(world.employee);
  const items = [{ details: "Paper", price: "10.00", quantity: 1 }];
  const ask = async (due_on: string | null, draft = false) =>
    requireOk(await employee.post("/finance/finance-request", { type: "purchase", items, due_on, draft })).body.data.id;
  const late = await ask("2020-01-01");
  await ask("2999-01-01");
  await ask(null);
  await ask("2020-01-01", true);
  const ids = async (due: string) =>
    requireOk(await employee.get(`/finance/finance-request?due=${due}`)).body.data.map((row: { id: number }) => row.id);
  expect(await ids("overdue")).toEqual([late]);
  expect(await ids("month")).toEqual([late]);
  expect((await employee.get("/finance/finance-request?due=soon")).status).toBe(422);
});
