import { testServer } from "../../support/server";
import { password, type Person, type World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();
const url = "/payment/account";
const account = { name: "Main account", holder: "Acme GmbH", iban: "DE89 3704 0044 0532 0130 00" };

/** A sign-in counts as a confirmation for some minutes. */
const forgetConfirmation = (world: World, person: Person) =>
  world.tx((tx) =>
    tx.manager.query("UPDATE session SET confirmed_at = now() - interval '1 hour' WHERE user_id = $1", [person.id]),
  );
const confirm = async (world: World, person: Person) =>
  requireOk(await world.api(person).post("/auth/second-factor/confirm", { password }));

test("accounts to pay from need the permission and a recent password confirmation", async () => {
  const world = await server.world();
  for (const person of [world.employee, world.manager, world.hr]) {
    expect((await world.api(person).get(url)).body.code).toBe("permission.denied");
    expect((await world.api(person).post(url, account)).body.code).toBe("permission.denied");
  }
  const api = world.api(world.finance);
  await forgetConfirmation(world, world.finance);
  expect((await api.post(url, account)).body.code).toBe("session.confirmFirst");
  await confirm(world, world.finance);
  const { data } = requireOk(await api.post(url, account)).body;
  expect(data).toMatchObject({ iban: "DE89370400440532013000", archived: false, version: 1 });
  await forgetConfirmation(world, world.finance);
  expect((await api.put(`${url}/${data.id}`, account)).body.code).toBe("session.confirmFirst");
});

test("an IBAN is listed once; changes check the version and are in the security log", async () => {
  const world = await server.world();
  const api = world.api(world.finance);
  const { id } = requireOk(await api.post(url, account)).body.data;
  expect(Object.keys((await api.post(url, { ...account, iban: "DE88" })).body.errors)).toEqual(["iban"]);
  expect(Object.keys((await api.post(url, { ...account, name: "Second" })).body.errors)).toEqual(["iban"]);
  requireOk(await api.put(`${url}/${id}`, { ...account, archived: true, version: 1 }));
  expect((await api.put(`${url}/${id}`, { ...account, version: 1 })).body.code).toBe("organization.stale");
  const elsewhere = await server.world();
  expect((await elsewhere.api(elsewhere.finance).put(`${url}/${id}`, account)).status).toBe(404);
  expect(requireOk(await api.get(url)).body.data).toMatchObject([{ id, archived: true, version: 2 }]);
  const log = requireOk(await world.api(world.admin).get("/audit/security-log?kind=payment_account_changed")).body.data;
  const record = "Main account DE89 •••• 3000";
  expect(log.map(({ facts }: { facts: object }) => facts)).toEqual([
    { change: "changed", record },
    { change: "created", record },
  ]);
});
