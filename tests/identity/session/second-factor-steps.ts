import { generateSync } from "otplib";
import { Authenticator, type AuthenticatorFaults } from "../../support/authenticator";
import type { TestServer } from "../../support/server";
import { password, type Person, type World } from "../../support/world";

export function secondFactorSteps(server: TestServer) {
  const path = "/auth/second-factor";
  const login = (world: World, who: Person, secret = password) =>
    world.api().post("/auth/login", { email: who.email, password: secret });
  const second = (world: World, body: object) => world.api().post("/auth/login/second-step", body);
  /**
   * Code of the current 30-second time step plus `step`. Setup uses the current step and later calls use the next one, so that a step
   * ending in between doesn't matter.
   */
  const codeOf = (secret: string, step = 0) => generateSync({ secret, epoch: Date.now() / 1_000 + step * 30 });
  const originOf = (world: World) => `http://${world.host}:${server.platform.config.port}`;
  const run = <R>(world: World, text: string, values: unknown[] = []) =>
    world.tx((tx) => tx.rows<R>({ name: "", text }, values));
  const kinds = async (world: World) =>
    (await run<{ kind: string; outcome: string }>(world, "SELECT kind, outcome FROM security_event ORDER BY id")).map(
      ({ kind, outcome }) => `${kind} ${outcome}`,
    );

  async function withApp(world: World, who: Person): Promise<{ secret: string; used: string; codes: string[] }> {
    const begun = await world.api(who).post(`${path}/totp`);
    expect(begun.status).toBe(200);
    const { secret } = begun.body.data;
    const used = codeOf(secret);
    const done = await world.api(who).post(`${path}/totp/confirm`, { code: used });
    expect(done.status).toBe(200);
    return { secret, used, codes: done.body.recovery_codes };
  }

  async function withPasskey(world: World, who: Person, odd: AuthenticatorFaults = {}) {
    const key = new Authenticator(originOf(world));
    const { data } = (await world.api(who).post(`${path}/passkey/options`)).body;
    const passkey = key.create(data.options, odd);
    const answer = await world.api(who).post(`${path}/passkey`, { token: data.token, name: "Laptop", passkey });
    return { key, answer, data };
  }

  async function pendingOf(world: World, who: Person) {
    const answer = await login(world, who);
    expect([answer.status, answer.body.status]).toEqual([200, "second_step"]);
    return answer.body.pending;
  }

  /** Makes the last password confirmation older than ten minutes. */
  const longAgo = (world: World, who: Person) =>
    run(world, "UPDATE session SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1", [who.id]);
  return { path, login, second, codeOf, originOf, run, kinds, withApp, withPasskey, pendingOf, longAgo };
}
