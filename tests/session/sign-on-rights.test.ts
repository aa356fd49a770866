import { governing } from "../../server/people/people.policy";
import { RoleEntity } from "../../server/roles/role.entity";
import { testServer } from "../support/server";
import { Issuer, signOnAt } from "./issuers";

/** Who may say which issuer is believed. */
const config: { signOnOrigins: string[] } = { signOnOrigins: [] };
const server = testServer({ config });
const issuer = new Issuer();

beforeAll(async () => {
  await issuer.start();
  config.signOnOrigins.push(issuer.origin);
});
afterAll(() => issuer.stop());

const { settings, inputOf } = signOnAt(server, issuer);

test("isn't for whoever looks after the organisation and couldn't make an administrator: their issuer would open every account", async () => {
  const world = await server.world();
  const held = ["tenant-edit", "role-edit", "user-edit"] as const;
  const role = await world.tx((tx) => tx.repo(RoleEntity).insert({ name: "Office", permissions: [...held] }));
  const clerk = world.api(await world.person("employee", { roleId: role.id }));
  const own = {
    ...inputOf(world),
    roles: [{ value: "x", role_id: world.roles.administrator }],
    role_claim: "r",
  };
  const refused = await clerk.put(settings, { version: 0, ...own });
  expect([refused.status, refused.body.code]).toEqual([403, "permission.denied"]);
  // Nor is any address asked for them.
  const asked = await clerk.put(settings, { version: 0, ...own, issuer: "http://127.0.0.1:1" });
  expect(asked.body.code).toBe("permission.denied");
  expect((await world.api(world.admin).get(settings)).body.data).toBeNull();
  const whole = await world.tx((tx) => tx.repo(RoleEntity).insert({ name: "Deputy", permissions: [...governing] }));
  const deputy = world.api(await world.person("employee", { roleId: whole.id }));
  expect((await deputy.put(settings, { version: 0, ...inputOf(world) })).status).toBe(200);
  // Taking it away lets everybody in by their password again.
  expect((await clerk.delete(settings)).body.code).toBe("permission.denied");
  expect((await deputy.delete(settings)).status).toBe(200);
});
