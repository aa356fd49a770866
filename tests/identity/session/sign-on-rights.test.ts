import { governingPermissions } from "../../../server/identity/session/account.policy";
import { RoleEntity } from "../../../server/administration/roles/role.entity";
import { testServer } from "../../support/server";
import { Issuer, signOnActions } from "./issuers";

const config: { signOnOrigins: string[] } = { signOnOrigins: [] };
const server = testServer({ config });
const issuer = new Issuer();

beforeAll(async () => {
  await issuer.start();
  config.signOnOrigins.push(issuer.origin);
});
afterAll(() => issuer.stop());

const { settings, rows, inputOf, saveSignOn, enter, newIdentity } = signOnActions(server, issuer);

test("configuring an issuer requires being able to appoint administrators", async () => {
  const world = await server.world();
  const granted = ["tenant-edit", "role-edit", "user-edit"] as const;
  const role = await world.tx((tx) => tx.repo(RoleEntity).insert({ name: "Office", permissions: [...granted] }));
  const clerk = world.api(await world.person("employee", { roleId: role.id }));
  const own = {
    ...inputOf(world),
    roles: [{ value: "x", role_id: world.roles.administrator }],
    role_claim: "r",
  };
  const refused = await clerk.put(settings, { version: 0, ...own });
  expect([refused.status, refused.body.code]).toEqual([403, "permission.denied"]);
  // The issuer isn't contacted for users without permission.
  const saved = await clerk.put(settings, { version: 0, ...own, issuer: "http://127.0.0.1:1" });
  expect(saved.body.code).toBe("permission.denied");
  expect((await world.api(world.admin).get(settings)).body.data).toBeNull();
  const whole = await world.tx((tx) =>
    tx.repo(RoleEntity).insert({ name: "Deputy", permissions: [...governingPermissions] }),
  );
  const deputy = world.api(await world.person("employee", { roleId: whole.id }));
  expect((await deputy.put(settings, { version: 0, ...inputOf(world) })).status).toBe(200);
  // Removing the sign-on allows all users to sign in with passwords again.
  expect((await clerk.delete(settings)).body.code).toBe("permission.denied");
  expect((await deputy.delete(settings)).status).toBe(200);
});

test("new users get no default role that can manage users or roles", async () => {
  const world = await server.world();
  const api = world.api(world.admin);
  const { id } = (await api.post("/role", { name: "Newcomers", permissions: ["project-list"] })).body.data;
  const roles = [{ value: "hr", role_id: world.roles.hr }];
  const input = { ...inputOf(world), role_id: id, role_claim: "groups", roles };
  expect((await saveSignOn(world, input)).status).toBe(200);
  const claims = newIdentity();
  const { user } = (await enter(world, claims)).body;
  await api.put(`/role/${id}`, { permissions: ["project-list", "user-edit"] });
  const refused = await enter(world, newIdentity());
  expect([refused.status, refused.body.code]).toEqual([403, "signOn.role"]);
  expect((await enter(world, claims)).body.user.id).toBe(user.id);
  expect((await saveSignOn(world, input)).body.errors).toHaveProperty("role_id");
  await api.put(`/role/${id}`, { permissions: ["project-list"] });
  expect((await api.delete(`/role/${id}`, { successor_id: world.roles.administrator })).status).toBe(200);
  expect((await enter(world, newIdentity())).body.code).toBe("signOn.role");
  expect((await enter(world, newIdentity({ groups: ["hr"] }))).status).toBe(200);
  expect((await saveSignOn(world, { ...input, role_id: world.roles.employee })).status).toBe(200);
  expect((await enter(world, newIdentity())).status).toBe(200);
});

test("of several matching groups, the first in the saved list decides", async () => {
  const world = await server.world();
  const { employee, hr, manager } = world.roles;
  const rolesOf = (...entries: [string, number][]) => entries.map(([value, role_id]) => ({ value, role_id }));
  const roles = rolesOf(["staff", hr], ["crew", manager], ["all", employee]);
  expect((await saveSignOn(world, { ...inputOf(world), role_claim: "groups", roles })).status).toBe(200);
  expect((await world.api(world.admin).get(settings)).body.data.roles).toEqual(roles);
  const claims = newIdentity({ groups: ["all", "crew", "staff"] });
  const roleAfterSignOn = async () => {
    const { id } = (await enter(world, claims)).body.user;
    return (await rows<{ role_id: number }>(world, "SELECT role_id FROM app_user WHERE id = $1", [id]))[0]?.role_id;
  };
  expect(await roleAfterSignOn()).toBe(hr);
  const repeated = rolesOf(["crew", manager], ["staff", hr], ["crew", employee]);
  expect((await saveSignOn(world, { ...inputOf(world), role_claim: "groups", roles: repeated })).status).toBe(200);
  expect((await world.api(world.admin).get(settings)).body.data.roles).toEqual(repeated.slice(0, 2));
  expect(await roleAfterSignOn()).toBe(manager);
});

test("the default role options match the roles accepted when saving", async () => {
  const world = await server.world();
  await world.tx((tx) => tx.repo(RoleEntity).insert({ name: "Deputy", permissions: [...governingPermissions] }));
  const options: { id: number; for_newcomers: boolean }[] = (await world.api(world.admin).get(settings)).body
    .role_options;
  const assignableIds: number[] = [];
  for (const { id } of options) {
    const { status } = await saveSignOn(world, { ...inputOf(world), role_id: id });
    if (status === 200) assignableIds.push(id);
  }
  expect(options.filter(({ for_newcomers: offered }) => offered).map(({ id }) => id)).toEqual(assignableIds);
  expect(assignableIds).toContain(world.roles.employee);
});
