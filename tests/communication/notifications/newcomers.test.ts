import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { mailsTo } from "../../support/mails";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { type SentNotification, notificationsSince } from "./worker";

/** New users get a welcome notification; users who can choose the plan are warned before its seats run out. */
const server = testServer();
const chosen = "Quiet7Harbour";
let world: World;
beforeEach(async () => {
  world = await server.world({ plan: "team" });
});

async function sentDuring(kind: string, act: () => Promise<unknown>): Promise<SentNotification[]> {
  const mark = server.published.length;
  await act();
  return notificationsSince(world, mark).filter((one) => one.kind === kind);
}
const organizationName = async () =>
  (await world.tx((tx) => tx.one<{ name: string }>(unnamedSql("SELECT name FROM tenant WHERE id = current_tenant()"))))
    ?.name;
const add = async (name: string, body: object = {}) =>
  requireOk(
    await world.api(world.hr).post("/user", {
      fullname: name,
      email: `${name.toLowerCase()}@${world.host}`,
      role_id: world.roles.employee,
      ...body,
    }),
  ).body.data as { id: number };

describe("welcome notification", () => {
  const email = () => `hana@${world.host}`;
  const tokenOf = async () => /token=([\w-]+)/.exec((await mailsTo(server, email(), 1)).at(-1)?.text ?? "")?.[1];
  const accept = async () => {
    const password = { password: chosen, password_confirmation: chosen };
    requireOk(
      await world.api().post("/auth/reset/password/change", { token: await tokenOf(), email: email(), ...password }),
    );
  };

  test("invitations and ordinary password changes send no welcome", async () => {
    expect(await sentDuring("welcome", () => add("Hana"))).toEqual([]);
    const own = { current_password: "Demo1234", password: chosen, password_confirmation: chosen };
    const change = async () => requireOk(await world.api(world.employee).put("/user/password", own));
    expect(await sentDuring("welcome", change)).toEqual([]);
  });

  test("accepting an invitation sends one welcome, to the inbox only", async () => {
    const { id } = await add("Hana");
    const [only, ...others] = await sentDuring("welcome", accept);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ user: id, path: "/profile" });
    expect(only?.message).toContain(`Welcome to ${await organizationName()}!`);
    const sent = await world.tx((tx) =>
      tx.rows(unnamedSql("SELECT 1 FROM notification_delivery WHERE tenant_id = current_tenant() AND user_id = $1"), [
        id,
      ]),
    );
    expect(sent).toEqual([]);
  });

  test("replacing an initial password set by HR sends one welcome", async () => {
    const initialPassword = "Loud8Mountain";
    const { id } = await add("Hana", { password: initialPassword, password_confirmation: initialPassword });
    const own = (current_password: string, password: string) => async () => {
      const { token, sessionId } = await world.signIn({ id });
      const person = { ...world.employee, id, token, sessionId };
      const body = { current_password, password, password_confirmation: password };
      requireOk(await world.api(person).put("/user/password", body));
    };
    expect(await sentDuring("welcome", own(initialPassword, chosen))).toMatchObject([{ user: id }]);
    await server.owner.query("UPDATE app_user SET password_given = true WHERE id = $1", [id]);
    expect(await sentDuring("welcome", own(chosen, "Other9Harbour"))).toEqual([]);
  });
});

describe("seats of the plan", () => {
  const leave = async (left: number) => {
    await server.owner.query(
      `INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id)
       SELECT t.id, 'filler-' || gen_random_uuid() || '@acme.test', 'Filler', 'x', $2 FROM tenant t JOIN plan p ON p.id = t.plan_id,
         generate_series(1, p.user_limit - $3 - (SELECT count(*)::int FROM app_user u WHERE u.tenant_id = t.id AND u.active)) AS n
       WHERE t.id = $1`,
      [world.tenantId, world.roles.employee, left],
    );
  };

  test("no seat warning is sent with enough seats, on edits or without a limit", async () => {
    await leave(10);
    expect(await sentDuring("plan.seats", () => add("Hana"))).toEqual([]);
    await leave(3);
    const rename = () => world.api(world.hr).post(`/user/${world.employee.id}`, { fullname: "Emil E." });
    expect(await sentDuring("plan.seats", rename)).toEqual([]);
    world = await server.world({ plan: "business" });
    expect(await sentDuring("plan.seats", () => add("Hana"))).toEqual([]);
  });

  test("plan managers are warned once at ten percent of seats left and once at none", async () => {
    const { most } = (await world.tx((tx) =>
      tx.one<{ most: number }>(
        unnamedSql(
          "SELECT p.user_limit AS most FROM tenant t JOIN plan p ON p.id = t.plan_id WHERE t.id = current_tenant()",
        ),
      ),
    )) as { most: number };
    const near = Math.ceil(most / 10);
    await leave(near + 1);
    const all: [string, SentNotification[]][] = [];
    for (const at of Array.from({ length: near + 1 }, (_, index) => index))
      all.push([`${near - at} left`, await sentDuring("plan.seats", () => add(`Hana${at}`))]);
    const of = (one: [string, SentNotification[]]) => one[1].map(({ user, message, path }) => [user, message, path]);
    expect(all.filter((one) => of(one).length > 0).map(([at]) => at)).toEqual([`${near} left`, "0 left"]);
    expect(of(all[0] as [string, SentNotification[]])).toEqual([
      [world.admin.id, `Only ${near} of the ${most} accounts of your plan are left`, "/subscriptions"],
    ]);
    expect(of(all.at(-1) as [string, SentNotification[]])).toEqual([
      [world.admin.id, `All ${most} accounts of your plan are in use`, "/subscriptions"],
    ]);
  });

  test("reactivating a user sends a seat warning; a refused addition doesn't", async () => {
    await world.api(world.hr).patch(`/user/${world.finance.id}/status`);
    await leave(1);
    const on = () => world.api(world.hr).patch(`/user/${world.finance.id}/status`);
    expect((await sentDuring("plan.seats", on)).map(({ user }) => user)).toEqual([world.admin.id]);
    const refused = () =>
      world.api(world.hr).post("/user", { fullname: "X", email: `x@${world.host}`, role_id: world.roles.employee });
    expect(await sentDuring("plan.seats", refused)).toEqual([]);
  });
});
