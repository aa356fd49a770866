import { decideBankAccount, proposeBankAccount } from "../../../server/people/bank-accounts/bank-accounts.service";
import { type Tx, unnamedSql } from "../../../server/platform/database/unit-of-work";
import { type Actor, findActor } from "../../../server/platform/session";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { confirmBankAccount } from "./fixtures";

const server = testServer();
const [first, second] = ["DE89370400440532013000", "GB82WEST12345698765432"];
const account = { holder: "Emil Employee", iban: "DE89 3704 0044 0532 0130 00" };
const pathOf = ({ id }: Person) => `/user/${id}/bank-account`;

const read = async (world: World, owner: Person, as = owner) =>
  requireOk(await world.api(as).get(pathOf(owner))).body.data;
const propose = async (world: World, as: Person, owner: Person, iban = first) =>
  requireOk(await world.api(as).put(pathOf(owner), { ...account, iban })).body.data.proposed.id as number;
const decide = (world: World, as: Person, id: number, verb: "confirm" | "reject") =>
  world.api(as).post(`/user-bank-account/${id}/${verb}`);
const actorOf = (world: World, person: Person) =>
  world.tx(async (tx) => ((await findActor(tx, person.token)) as { actor: Actor }).actor);

test("only the user and HR can read or change a user's bank account", async () => {
  const world = await server.world();
  const path = pathOf(world.employee);
  const id = await propose(world, world.employee, world.employee);
  const elsewhere = await server.world();
  for (const api of [
    ...[world.manager, world.finance, world.external].map((person) => world.api(person)),
    elsewhere.api(elsewhere.hr),
  ]) {
    expect((await api.get(path)).status).toBe(404);
    expect((await api.put(path, account)).status).toBe(404);
    expect((await api.delete(path)).status).toBe(404);
    for (const verb of ["confirm", "reject"])
      expect((await api.post(`/user-bank-account/${id}/${verb}`)).status).toBe(404);
  }
  expect(await read(world, world.employee, world.hr)).toMatchObject({
    confirmed: null,
    proposed: { id, iban: first, bic: null, holder: "Emil Employee", can: { confirm: true, reject: true } },
  });
  expect((await read(world, world.employee)).proposed.can).toEqual({ confirm: false, reject: true });
});

test("no user confirms their own proposal, whatever the setting four_eyes", async () => {
  const world = await server.world();
  const settings = requireOk(await world.api(world.admin).get("/approvals/setting")).body.data;
  requireOk(await world.api(world.admin).put("/approvals/setting", { ...settings, four_eyes: false }));
  for (const proposer of [world.employee, world.hr, world.admin]) {
    const id = await propose(world, proposer, world.employee);
    const refused = await decide(world, proposer, id, "confirm");
    expect([refused.status, refused.body.code]).toEqual([403, "bankAccount.ownProposal"]);
    requireOk(await decide(world, proposer, id, "reject"));
  }
  expect((await read(world, world.employee)).confirmed).toBeNull();
  const own = await propose(world, world.hr, world.hr);
  expect((await decide(world, world.hr, own, "confirm")).body.code).toBe("bankAccount.ownProposal");
  const write = (text: string) =>
    world.tx(async (tx) => {
      await tx.rows(unnamedSql("SELECT set_config('app.reader_id', $1, true)"), [String(world.hr.id)]);
      return tx.rows(unnamedSql(text));
    });
  const open = "WHERE tenant_id = current_tenant() AND state = 'proposed'";
  for (const text of [
    `UPDATE user_bank_account SET state = 'confirmed', decided_by = proposed_by, decided_at = now() ${open}`,
    `UPDATE user_bank_account SET state = 'confirmed' ${open}`,
    `UPDATE user_bank_account SET iban = '${second}' ${open}`,
    `INSERT INTO user_bank_account (tenant_id, user_id, holder, iban, state)
     VALUES (current_tenant(), ${world.hr.id}, 'H', '${second}', 'confirmed')`,
  ])
    await expect(write(text)).rejects.toThrow(/bank.account/);
});

test("the owner confirms what HR proposed, and HR what the owner proposed", async () => {
  const world = await server.world();
  const own = await propose(world, world.employee, world.employee);
  requireOk(await decide(world, world.hr, own, "confirm"));
  const next = await propose(world, world.hr, world.employee, second);
  expect(await read(world, world.employee)).toMatchObject({
    confirmed: { iban: first, decided_by: { id: world.hr.id } },
    proposed: { iban: second, proposed_by: { id: world.hr.id }, can: { confirm: true, reject: true } },
  });
  requireOk(await decide(world, world.employee, next, "confirm"));
  expect(await read(world, world.employee)).toMatchObject({ confirmed: { iban: second }, proposed: null });
  const third = await propose(world, world.hr, world.employee);
  requireOk(await decide(world, world.hr, third, "reject"));
  expect((await decide(world, world.employee, third, "confirm")).body.code).toBe("bankAccount.decided");
  expect(await read(world, world.employee)).toMatchObject({ confirmed: { iban: second }, proposed: null });
});

test("invalid numbers and an account that is confirmed already get 422 at the field", async () => {
  const world = await server.world();
  const api = world.api(world.employee);
  const fields = async (body: object) => Object.keys((await api.put(pathOf(world.employee), body)).body.errors);
  expect(await fields({})).toEqual(["holder", "iban"]);
  expect(await fields({ ...account, iban: "DE88370400440532013000" })).toEqual(["iban"]);
  expect(await fields({ ...account, bic: "NO" })).toEqual(["bic"]);
  const [proposer, confirmer] = [api, world.api(world.hr)];
  await confirmBankAccount({ userId: world.employee.id, proposer, confirmer, ...account });
  expect(await fields(account)).toEqual(["iban"]);
  await propose(world, world.employee, world.employee, second);
  expect(await fields({ ...account, iban: second })).toEqual(["iban"]);
});

test("many rejected proposals don't hide the confirmed account", async () => {
  const world = await server.world();
  const { hr, employee } = world;
  requireOk(await decide(world, employee, await propose(world, hr, employee), "confirm"));
  await world.tx(async (tx) => {
    await tx.rows(unnamedSql("SELECT set_config('app.reader_id', $1, true)"), [String(hr.id)]);
    await tx.rows(
      unnamedSql(
        `INSERT INTO user_bank_account (tenant_id, user_id, holder, iban, state, proposed_by, decided_by, decided_at)
         SELECT current_tenant(), $1, 'H', $2, 'rejected', $1, $1, now() FROM generate_series(1, 60)`,
      ),
      [employee.id, second],
    );
  });
  expect(await read(world, employee)).toMatchObject({ confirmed: { iban: first }, proposed: null });
  requireOk(await world.api(employee).delete(pathOf(employee)));
});

test("the owner is notified of each step, and HR of proposals to confirm", async () => {
  const world = await server.world();
  const { hr, employee, admin } = world;
  requireOk(await decide(world, employee, await propose(world, hr, employee), "confirm"));
  requireOk(await decide(world, admin, await propose(world, hr, employee, second), "reject"));
  requireOk(await world.api(hr).delete(pathOf(employee)));
  const messages = async (person: Person) =>
    requireOk(await world.api(person).get("/notification")).body.data.map(
      (one: { data: { message: string } }) => one.data.message,
    );
  expect(await messages(employee)).toEqual([
    `${hr.fullname} removed your bank account •••• 3000`,
    `${admin.fullname} rejected or withdrew the proposed bank account •••• 5432`,
    `${hr.fullname} proposed the bank account •••• 5432 for payments to you. Another person has to confirm it`,
    `${employee.fullname} confirmed the bank account •••• 3000. Payments to you go to this account`,
    `${hr.fullname} proposed the bank account •••• 3000 for payments to you. Another person has to confirm it`,
  ]);
  expect(await messages(admin)).toContain(
    `${hr.fullname} proposed a new bank account of ${employee.fullname} for you to confirm or reject`,
  );
  expect((await messages(hr)).filter((message: string) => message.includes("bank account"))).toEqual([]);
  const mails = await world.tx((tx) =>
    tx.rows<{ kind: string }>(
      unnamedSql(
        `SELECT n.kind FROM notification_delivery d JOIN notification n ON n.tenant_id = d.tenant_id AND n.id = d.notification_id
         WHERE d.tenant_id = current_tenant() AND d.user_id = $1 AND d.channel = 'mail' ORDER BY n.id`,
      ),
      [employee.id],
    ),
  );
  expect(mails.map(({ kind }) => kind)).toEqual(
    ["proposed", "confirmed", "proposed", "rejected", "deleted"].map((step) => `bankAccount.${step}`),
  );
});

test("the security log has each step and the audit log what counts, both masked", async () => {
  const world = await server.world();
  const { hr, employee } = world;
  const mark = server.published.length;
  requireOk(await decide(world, employee, await propose(world, hr, employee), "confirm"));
  requireOk(await decide(world, hr, await propose(world, employee, employee, second), "confirm"));
  requireOk(await world.api(employee).delete(pathOf(employee)));
  expect((await world.api(employee).delete(pathOf(employee))).status).toBe(404);
  const log = await world.tx((tx) =>
    tx.rows<{ facts: Record<string, string>; userId: number; subjectId: number }>(
      unnamedSql(
        `SELECT facts, user_id AS "userId", subject_id AS "subjectId" FROM security_event
         WHERE tenant_id = current_tenant() AND kind = 'user_bank_changed' ORDER BY id`,
      ),
    ),
  );
  expect(log.map(({ facts, userId }) => [userId, facts["change"], facts["before"], facts["after"]])).toEqual([
    [hr.id, "proposed", undefined, "•••• 3000"],
    [employee.id, "confirmed", undefined, "•••• 3000"],
    [employee.id, "proposed", "•••• 3000", "•••• 5432"],
    [hr.id, "confirmed", "•••• 3000", "•••• 5432"],
    [employee.id, "deleted", "•••• 5432", "–"],
  ]);
  expect(new Set(log.map(({ subjectId }) => subjectId))).toEqual(new Set([employee.id]));
  const { data } = requireOk(await world.api(world.admin).get("/audit/changes?kind=bank_account")).body;
  const changeBy = (person: Person, before: string | null, after: string | null) => ({
    actor: expect.objectContaining({ id: person.id }),
    subject: expect.objectContaining({ id: employee.id }),
    before,
    after,
  });
  expect(data).toMatchObject([
    changeBy(employee, "GB82 •••• 5432", null),
    changeBy(hr, "DE89 •••• 3000", "GB82 •••• 5432"),
    changeBy(employee, null, "DE89 •••• 3000"),
  ]);
  const events = world.events(mark).filter(({ event }) => event.type === "bank_account.updated");
  expect(new Set(events.map(({ event }) => JSON.stringify(event.data)))).toEqual(
    new Set([JSON.stringify({ id: employee.id })]),
  );
  expect(new Set(events.map(({ stream }) => stream))).toEqual(
    new Set([employee, hr, world.admin].map(({ id }) => `user:${id}`)),
  );
});

describe("concurrent changes", () => {
  test("an account isn't confirmed if it is replaced at the same time", async () => {
    const world = await server.world();
    const id = await propose(world, world.employee, world.employee);
    const [employee, hr] = [await actorOf(world, world.employee), await actorOf(world, world.hr)];
    const [proposed, confirmed] = await runSerialized<unknown>(
      server,
      world,
      (tx: Tx) => proposeBankAccount(tx, employee, employee.id, { holder: "E", iban: second, bic: null }),
      (tx: Tx) => decideBankAccount(tx, hr, id, "confirmed"),
    );
    expect(proposed?.status).toBe("fulfilled");
    expect(confirmed).toMatchObject({ status: "rejected", reason: { code: "bankAccount.decided" } });
  });

  test("of two concurrent first proposals the later one waits and replaces the other", async () => {
    const world = await server.world();
    const [employee, hr] = [await actorOf(world, world.employee), await actorOf(world, world.hr)];
    const change = (actor: Actor, iban: string) => (tx: Tx) =>
      proposeBankAccount(tx, actor, employee.id, { holder: "E", iban, bic: null });
    const ended = await runSerialized<unknown>(server, world, change(employee, first), change(hr, second));
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect((await read(world, world.employee)).proposed.iban).toBe(second);
  });
});
