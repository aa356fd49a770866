import type { Tx } from "../../../server/platform/database/unit-of-work";
import { factorKeys } from "../../../server/identity/session/factor-keys";
import { finishPasskey } from "../../../server/identity/session/second-factor.service";
import { maxPasskeys } from "../../../shared/identity/session/second-factor.contract";
import { Authenticator, type AuthenticatorFaults } from "../../support/authenticator";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { secondFactorSteps } from "./second-factor-steps";

const server = testServer();
const { path, second, originOf, run, kinds, withPasskey, pendingOf } = secondFactorSteps(server);

describe("passkeys", () => {
  test.each<[string, AuthenticatorFaults]>([
    ["made at another address", { origin: "https://evil.example" }],
    ["made for another host", { rpId: "evil.example" }],
    ["made for another challenge", { challenge: "AAAA" }],
    ["without recognising who holds it", { unverified: true }],
  ])("a passkey with an invalid registration isn't stored: %s", async (_, odd) => {
    const world = await server.world();
    const { answer } = await withPasskey(world, world.employee, odd);
    expect([answer.status, answer.body.code]).toEqual([422, "session.passkeyUnknown"]);
    expect(await run(world, "SELECT id FROM passkey")).toEqual([]);
  });

  test("a passkey is registered once, in the session that started the registration", async () => {
    const world = await server.world();
    const { answer, data } = await withPasskey(world, world.employee);
    expect([answer.status, answer.body.recovery_codes]).toEqual([201, expect.any(Array)]);
    const key = new Authenticator(originOf(world));
    const finish = (who: Person, token: string, options: Parameters<Authenticator["create"]>[0]) =>
      world.api(who).post(`${path}/passkey`, { token, name: "", passkey: key.create(options) });
    expect((await finish(world.employee, data.token, data.options)).body.code).toBe("session.secondStepExpired");
    const begun = (await world.api(world.employee).post(`${path}/passkey/options`)).body.data;
    const elsewhere = { ...world.employee, ...(await world.signIn(world.employee)) };
    expect((await finish(elsewhere, begun.token, begun.options)).body.code).toBe("session.secondStepExpired");
    expect((await finish(world.manager, begun.token, begun.options)).body.code).toBe("session.secondStepExpired");
  });

  test("a user has at most twenty passkeys, even when they are added concurrently", async () => {
    const world = await server.world();
    const { answer } = await withPasskey(world, world.employee);
    expect(answer.status).toBe(201);
    await run(
      world,
      `INSERT INTO passkey (tenant_id, user_id, name, rp_id, credential_id, public_key, counter)
       SELECT tenant_id, user_id, name, rp_id, credential_id || n, public_key, counter
       FROM passkey, generate_series(3, $1::int) AS n`,
      [maxPasskeys],
    );
    const api = world.api(world.employee);
    const begin = async () => {
      const { data } = (await api.post(`${path}/passkey/options`)).body;
      const passkey = new Authenticator(originOf(world)).create(data.options);
      return { token: data.token, name: "Last", passkey } as never;
    };
    const keys = await factorKeys(server.platform.database);
    const party = { id: world.host, origin: originOf(world) };
    const begun = [await begin(), await begin(), await begin()];
    const finish = (input: never) => (tx: Tx) => finishPasskey(tx, keys, party, world.employee as never, input);
    const [first, second] = await runSerialized(server, world, finish(begun[0] as never), finish(begun[1] as never));
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "session.passkeyLimit" } });
    const late = await api.post(`${path}/passkey`, begun[2]);
    expect([late.status, late.body.code]).toEqual([409, "session.passkeyLimit"]);
    expect((await api.post(`${path}/passkey/options`)).body.code).toBe("session.passkeyLimit");
    const storedPasskeys = await run<{ id: number }>(world, "SELECT id FROM passkey ORDER BY id");
    expect(storedPasskeys).toHaveLength(maxPasskeys);
    expect((await api.delete(`${path}/passkey/${storedPasskeys[0]?.id}`)).status).toBe(200);
    expect((await withPasskey(world, world.employee)).answer.status).toBe(201);
  });

  test("a passkey of another user can't be registered", async () => {
    const world = await server.world();
    const { key } = await withPasskey(world, world.employee);
    const { data } = (await world.api(world.manager).post(`${path}/passkey/options`)).body;
    const body = { token: data.token, name: "Mine", passkey: key.create(data.options) };
    const answer = await world.api(world.manager).post(`${path}/passkey`, body);
    expect([answer.status, answer.body.code]).toEqual([422, "session.passkeyUnknown"]);
  });

  test.each<[string, AuthenticatorFaults]>([
    ["at another address", { origin: "https://evil.example" }],
    ["for another host", { rpId: "evil.example" }],
    ["of another challenge", { challenge: "AAAA" }],
    ["without recognising who holds it", { unverified: true }],
    ["copied: its counter goes back", { counter: 0 }],
  ])("a passkey %s can't sign in, neither as second step nor alone", async (_, odd) => {
    const world = await server.world();
    const { key } = await withPasskey(world, world.employee);
    const fine = await pendingOf(world, world.employee);
    expect((await second(world, { token: fine.token, passkey: key.get(fine.passkey) })).status).toBe(200);
    const pending = await pendingOf(world, world.employee);
    const answer = await second(world, { token: pending.token, passkey: key.get(pending.passkey, odd) });
    expect([answer.status, answer.body.code]).toEqual([422, "session.wrongCode"]);
    const { data } = (await world.api().post("/auth/login/passkey/options")).body;
    const alone = { token: data.token, passkey: key.get(data.options, odd) };
    expect((await world.api().post("/auth/login/passkey", alone)).body.code).toBe("session.passkeyUnknown");
    expect((await kinds(world)).slice(-2)).toEqual(["second_step failed", "sign_in failed"]);
  });

  test("a passkey of another user is refused as second step", async () => {
    const world = await server.world();
    await withPasskey(world, world.employee);
    const { key } = await withPasskey(world, world.manager);
    const pending = await pendingOf(world, world.employee);
    const answer = await second(world, { token: pending.token, passkey: key.get(pending.passkey) });
    expect(answer.body.code).toBe("session.wrongCode");
  });

  test("deleted passkeys, and passkeys of a former host, are refused", async () => {
    const world = await server.world();
    const { key } = await withPasskey(world, world.employee);
    const tried = async () => {
      const { data } = (await world.api().post("/auth/login/passkey/options")).body;
      const answer = await world
        .api()
        .post("/auth/login/passkey", { token: data.token, passkey: key.get(data.options) });
      return [answer.status, answer.body.code];
    };
    await run(world, "UPDATE passkey SET rp_id = 'before.example'", []);
    const refused = await tried();
    expect(refused[1]).toBe("session.passkeyUnknown");
    await run(world, "DELETE FROM passkey", []);
    expect(await tried()).toEqual(refused);
  });

  test("a passkey signs in without a password; each challenge works once", async () => {
    const world = await server.world();
    const { key } = await withPasskey(world, world.employee);
    const lastUse = async () => (await world.api(world.employee).get(path)).body.data.passkeys[0].last_used_at;
    expect(await lastUse()).toBeNull();
    const { data } = (await world.api().post("/auth/login/passkey/options")).body;
    expect(data.options.rpId).toBe(world.host);
    const body = { token: data.token, passkey: key.get(data.options), remember: true };
    const answer = await world.api().post("/auth/login/passkey", body);
    expect([answer.status, answer.body.user.id]).toEqual([200, world.employee.id]);
    expect(Date.parse(await lastUse())).toBeGreaterThan(0);
    expect(await run(world, "SELECT remember FROM session ORDER BY id DESC LIMIT 1")).toEqual([{ remember: true }]);
    const again = await world.api().post("/auth/login/passkey", { ...body, passkey: key.get(data.options) });
    expect(again.body.code).toBe("session.secondStepExpired");
    const begun = (await world.api().post("/auth/login/passkey/options")).body.data;
    await run(world, "UPDATE app_user SET active = false WHERE id = $1", [world.employee.id]);
    const off = await world.api().post("/auth/login/passkey", { token: begun.token, passkey: key.get(begun.options) });
    expect(off.body.code).toBe("session.inactive");
  });

  test("a former employee's passkey doesn't sign in before the new first day", async () => {
    const world = await server.world();
    const { employee, hr } = world;
    const { key } = await withPasskey(world, employee);
    const [{ day: last }] = (await run<{ day: string }>(world, "SELECT tenant_today()::text AS day")) as [
      { day: string },
    ];
    const as = world.api(hr);
    expect((await as.post(`/user/${employee.id}/leaving`, { type: "resignation", last_day: last })).status).toBe(201);
    await run(
      world,
      `INSERT INTO session (tenant_id, user_id, token_hash, file_hash, remember, expires_at, ends_at)
       SELECT tenant_id, id, sha256('left over'), sha256('its files'), false, now() + interval '1 day', now() + interval '1 day'
       FROM app_user WHERE id = $1`,
      [employee.id],
    );
    expect((await as.post(`/user/${employee.id}/rehire`, { date_of_joining: "2099-01-01" })).status).toBe(200);
    expect(await run(world, "SELECT id FROM session WHERE user_id = $1", [employee.id])).toEqual([]);
    const signIn = async () => {
      const { data } = (await world.api().post("/auth/login/passkey/options")).body;
      return world.api().post("/auth/login/passkey", { token: data.token, passkey: key.get(data.options) });
    };
    expect((await signIn()).body.code).toBe("session.inactive");
    expect((await as.delete(`/user/${employee.id}/invitation`)).status).toBe(200);
    expect((await signIn()).body.code).toBe("session.inactive");
    await run(world, "UPDATE app_user SET joined_on = tenant_today() WHERE id = $1", [employee.id]);
    expect((await signIn()).body.user.id).toBe(employee.id);
    expect((await as.get(`/user/${employee.id}`)).body.data.can.invite).toBe(false);
  });

  test("the relying party is the tenant's host, regardless of request headers", async () => {
    const world = await server.world();
    const api = world.api(world.employee).with({ "x-forwarded-host": "evil.example" });
    const { data } = (await api.post(`${path}/passkey/options`)).body;
    expect(data.options.rp.id).toBe(world.host);
    const elsewhere = await api.with({ origin: "https://evil.example" }).post(`${path}/passkey/options`);
    expect(elsewhere.body.code).toBe("session.crossSite");
  });
});
