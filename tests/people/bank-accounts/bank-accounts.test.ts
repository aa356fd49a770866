import { setBankAccount } from "../../../server/people/bank-accounts/bank-accounts.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { type Actor, findActor } from "../../../server/platform/session";
import type { Person } from "../../support/world";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";

const server = testServer();
const account = { holder: "Emil Employee", iban: "DE89 3704 0044 0532 0130 00" };
const stored = { holder: "Emil Employee", iban: "DE89370400440532013000", bic: null, version: 1 };

test("only the user and HR can read or change a user's bank account", async () => {
  const world = await server.world();
  const path = `/user/${world.employee.id}/bank-account`;
  for (const person of [world.manager, world.finance, world.external]) {
    const api = world.api(person);
    expect((await api.get(path)).status).toBe(404);
    expect((await api.put(path, account)).status).toBe(404);
    expect((await api.delete(path)).status).toBe(404);
  }
  const elsewhere = await server.world();
  expect((await elsewhere.api(elsewhere.hr).put(path, account)).status).toBe(404);
  expect(requireOk(await world.api(world.employee).get(path)).body.data).toBeNull();
  expect(requireOk(await world.api(world.employee).put(path, account)).body.data).toEqual(stored);
  expect(requireOk(await world.api(world.hr).get(path)).body.data).toEqual(stored);
  expect((await world.api(world.finance).get(path)).status).toBe(404);
});

test("invalid numbers get 422 at the field, and a stale version gets 409", async () => {
  const world = await server.world();
  const api = world.api(world.employee);
  const path = `/user/${world.employee.id}/bank-account`;
  const fields = async (body: object) => Object.keys((await api.put(path, body)).body.errors);
  expect(await fields({})).toEqual(["holder", "iban"]);
  expect(await fields({ ...account, iban: "DE88370400440532013000" })).toEqual(["iban"]);
  expect(await fields({ ...account, bic: "NO" })).toEqual(["bic"]);
  expect((await api.put(path, { ...account, version: 1 })).body.code).toBe("organisation.stale");
  requireOk(await api.put(path, account));
  requireOk(await world.api(world.hr).put(path, { ...account, bic: "COBADEFF", version: 1 }));
  const late = await api.put(path, { ...account, holder: "E. Employee", version: 1 });
  expect([late.status, late.body.code, late.body.data.bic]).toEqual([409, "organisation.stale", "COBADEFF"]);
});

test("the audit log shows masked numbers, and followers get no account", async () => {
  const world = await server.world();
  const api = world.api(world.employee);
  const path = `/user/${world.employee.id}/bank-account`;
  const mark = server.published.length;
  requireOk(await api.put(path, account));
  requireOk(await world.api(world.hr).put(path, { ...account, iban: "GB82WEST12345698765432" }));
  requireOk(await api.put(path, { ...account, iban: "GB82WEST12345698765432" })); // without a change
  requireOk(await api.delete(path));
  expect((await api.delete(path)).status).toBe(404);
  const { data } = requireOk(await world.api(world.admin).get("/audit/changes?kind=bank_account")).body;
  const shown = (person: Person, before: string | null, after: string | null) => ({
    actor: expect.objectContaining({ id: person.id }),
    subject: expect.objectContaining({ id: world.employee.id }),
    before,
    after,
  });
  expect(data).toMatchObject([
    shown(world.employee, "GB82 •••• 5432", null),
    shown(world.hr, "DE89 •••• 3000", "GB82 •••• 5432"),
    shown(world.employee, null, "DE89 •••• 3000"),
  ]);
  const events = world.events(mark).filter(({ event }) => event.type === "bank_account.updated");
  expect(events.map(({ stream, event }) => [stream, event.data])).toEqual(
    Array(4).fill([`user:${world.employee.id}`, { id: world.employee.id }]),
  );
});

test("two concurrent changes of a bank account: the second gets 409", async () => {
  const world = await server.world();
  const { id, token } = world.employee;
  requireOk(await world.api(world.employee).put(`/user/${id}/bank-account`, account));
  const { actor } = (await world.tx((tx) => findActor(tx, token))) as { actor: Actor };
  const change = (holder: string) => (tx: Tx) =>
    setBankAccount(tx, actor, id, { holder, iban: stored.iban, bic: null, version: 1 });
  const [first, second] = await runSerialized(server, world, change("One"), change("Two"));
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "organisation.stale" } });
});
