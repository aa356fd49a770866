import { unnamed } from "../../server/platform/database/unit-of-work";
import { mailsTo } from "../support/mails";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";
import { type Told, toldSince } from "./worker";

/** Whoever comes is welcomed, and whoever pays is told in time that the plan has no room for more. */
const server = testServer();
const chosen = "Quiet7Harbour";
let world: World;
beforeEach(async () => {
  world = await server.world({ plan: "team" });
});

/** The act's notifications of this kind. */
async function told(kind: string, act: () => Promise<unknown>): Promise<Told[]> {
  const mark = server.published.length;
  await act();
  return toldSince(world, mark).filter((one) => one.kind === kind);
}
const organisationName = async () =>
  (await world.tx((tx) => tx.one<{ name: string }>(unnamed("SELECT name FROM tenant WHERE id = current_tenant()"))))
    ?.name;
const add = async (name: string, body: object = {}) =>
  ok(
    await world.api(world.hr).post("/user", {
      fullname: name,
      email: `${name.toLowerCase()}@${world.host}`,
      role_id: world.roles.employee,
      ...body,
    }),
  ).body.data as { id: number };

describe("welcome", () => {
  const email = () => `hana@${world.host}`;
  const tokenOf = async () => /token=([\w-]+)/.exec((await mailsTo(server, email(), 1)).at(-1)?.text ?? "")?.[1];
  const accept = async () => {
    const password = { password: chosen, password_confirmation: chosen };
    ok(await world.api().post("/auth/reset/password/change", { token: await tokenOf(), email: email(), ...password }));
  };

  test("nobody is while the invitation waits, nor who changes a password that is theirs", async () => {
    expect(await told("welcome", () => add("Hana"))).toEqual([]);
    const own = { current_password: "Demo1234", password: chosen, password_confirmation: chosen };
    const change = async () => ok(await world.api(world.employee).put("/user/password", own));
    expect(await told("welcome", change)).toEqual([]);
  });

  test("once the invited have chosen a password: in the inbox alone, with the organisation's name", async () => {
    const { id } = await add("Hana");
    const [only, ...more] = await told("welcome", accept);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ user: id, path: "/profile" });
    expect(only?.message).toContain(`Welcome to ${await organisationName()}!`);
    const sent = await world.tx((tx) =>
      tx.rows(unnamed("SELECT 1 FROM notification_delivery WHERE tenant_id = current_tenant() AND user_id = $1"), [id]),
    );
    expect(sent).toEqual([]);
  });

  test("with a first password that HR gave: when they choose their own, and not when HR gives them another one", async () => {
    const given = "Loud8Mountain";
    const { id } = await add("Hana", { password: given, password_confirmation: given });
    const own = (current_password: string, password: string) => async () => {
      const { token, sessionId } = await world.signIn({ id });
      const person = { ...world.employee, id, token, sessionId };
      const body = { current_password, password, password_confirmation: password };
      ok(await world.api(person).put("/user/password", body));
    };
    expect(await told("welcome", own(given, chosen))).toMatchObject([{ user: id }]);
    await server.owner.query("UPDATE app_user SET password_given = true WHERE id = $1", [id]);
    expect(await told("welcome", own(chosen, "Other9Harbour"))).toEqual([]);
  });
});

describe("few accounts are left", () => {
  /** The plan has room for so many more. */
  const leave = async (left: number) => {
    await server.owner.query(
      `INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id)
       SELECT t.id, 'filler-' || gen_random_uuid() || '@acme.test', 'Filler', 'x', $2 FROM tenant t JOIN plan p ON p.id = t.plan_id,
         generate_series(1, p.user_limit - $3 - (SELECT count(*)::int FROM app_user u WHERE u.tenant_id = t.id AND u.active)) AS n
       WHERE t.id = $1`,
      [world.tenantId, world.roles.employee, left],
    );
  };

  test("nobody is told while there is room, of a change of somebody who is in, and in a plan without a limit", async () => {
    await leave(10);
    expect(await told("plan.seats", () => add("Hana"))).toEqual([]);
    await leave(3);
    const rename = () => world.api(world.hr).post(`/user/${world.employee.id}`, { fullname: "Emil E." });
    expect(await told("plan.seats", rename)).toEqual([]);
    world = await server.world({ plan: "business" });
    expect(await told("plan.seats", () => add("Hana"))).toEqual([]);
  });

  test("whoever chooses the plan is told when a tenth is left, not again with the next, and when none is", async () => {
    const { most } = (await world.tx((tx) =>
      tx.one<{ most: number }>(
        unnamed(
          "SELECT p.user_limit AS most FROM tenant t JOIN plan p ON p.id = t.plan_id WHERE t.id = current_tenant()",
        ),
      ),
    )) as { most: number };
    const near = Math.ceil(most / 10);
    await leave(near + 1);
    const all: [string, Told[]][] = [];
    for (const at of Array.from({ length: near + 1 }, (_, index) => index))
      all.push([`${near - at} left`, await told("plan.seats", () => add(`Hana${at}`))]);
    const of = (one: [string, Told[]]) => one[1].map(({ user, message, path }) => [user, message, path]);
    expect(all.filter((one) => of(one).length > 0).map(([at]) => at)).toEqual([`${near} left`, "0 left"]);
    expect(of(all[0] as [string, Told[]])).toEqual([
      [world.admin.id, `Only ${near} of the ${most} accounts of your plan are left`, "/subscriptions"],
    ]);
    expect(of(all.at(-1) as [string, Told[]])).toEqual([
      [world.admin.id, `All ${most} accounts of your plan are in use`, "/subscriptions"],
    ]);
  });

  test("somebody switched on takes a place as well; refused, nobody is told", async () => {
    await world.api(world.hr).patch(`/user/${world.finance.id}/status`);
    await leave(1);
    const on = () => world.api(world.hr).patch(`/user/${world.finance.id}/status`);
    expect((await told("plan.seats", on)).map(({ user }) => user)).toEqual([world.admin.id]);
    const refused = () =>
      world.api(world.hr).post("/user", { fullname: "X", email: `x@${world.host}`, role_id: world.roles.employee });
    expect(await told("plan.seats", refused)).toEqual([]);
  });
});
