import { UserEntity } from "../../server/people/user.entity";
import { unnamed } from "../../server/platform/database/unit-of-work";
import { applyEmploymentChanges } from "../../workers/employment/employment-changes";
import { ok } from "../tasks/board";
import { testServer } from "../support/server";
import type { Person } from "../support/world";

/** Whom a leaver leads comes below who plans it no more than below anybody else who moves people (decision 375). */
const server = testServer();

/** The manager leads the employee, and leaves; HR plans it. */
async function team() {
  const world = await server.world();
  const { manager, employee } = world;
  const below = (id: number, parentId: number | null) =>
    world.tx((tx) => tx.repo(UserEntity).update({ id }, { parentId }));
  await below(employee.id, manager.id);
  const row = await world.tx((tx) =>
    tx.one<{ last_day: string }>(unnamed("SELECT (tenant_today() + 20)::text AS last_day")),
  );
  const plan = (by: Person, more: object) =>
    world.api(by).post(`/user/${manager.id}/leaving`, { type: "resignation", ...row, ...more });
  const [successor, assistant] = [await world.person("manager"), await world.person("employee")];
  await below(assistant.id, successor.id);
  return { world, below, plan, successor, assistant };
}

test("nobody comes below who plans it by way of somebody of theirs, for everything or for the people alone", async () => {
  const { world, below, plan, successor, assistant } = await team();
  const { manager, hr, admin } = world;
  await below(successor.id, hr.id);
  const errorsOf = async (by: Person, body: object) => (await plan(by, body)).body.errors;
  for (const { id } of [successor, assistant]) {
    const successors = [{ kind: "reports", user_id: id }];
    expect(await errorsOf(hr, { successor_id: id })).toHaveProperty("successor_id");
    expect(await errorsOf(hr, { successor_id: admin.id, successors })).toHaveProperty(["successors.0.user_id"]);
    expect(await errorsOf(admin, { successor_id: id })).toBeUndefined(); // says who decides anyhow
    const others = [{ kind: "reports", user_id: admin.id }];
    expect(await errorsOf(hr, { successor_id: id, successors: others })).toBeUndefined();
  }
  // Of whom the leaver leads all are below HR already; or whoever takes over rises to the leaver's place, which is nobody's of theirs.
  await below(manager.id, hr.id);
  expect(await errorsOf(hr, { successor_id: assistant.id })).toBeUndefined();
  await below(manager.id, null);
  await below(successor.id, manager.id);
  expect(await errorsOf(hr, { successor_id: assistant.id })).toBeUndefined();
  // Where one pair of eyes is enough, it is.
  await below(successor.id, hr.id);
  const one = { remind_unit: "days", escalate_unit: "days", four_eyes: false };
  ok(await world.api(admin).put("/approvals/setting", one));
  expect(await errorsOf(hr, { successor_id: successor.id })).toBeUndefined();
});

test("nor by way of somebody who stands below them by the day", async () => {
  const { world, below, plan, successor } = await team();
  const { hr, admin, employee } = world;
  const { id } = ok(await plan(hr, { successor_id: successor.id })).body.data;
  await below(successor.id, hr.id);
  await server.owner.query(
    `WITH c AS (UPDATE employment_change SET effective_on = effective_on - 21 WHERE id = $1 RETURNING user_id, effective_on)
     UPDATE app_user SET left_on = c.effective_on FROM c WHERE app_user.id = c.user_id`,
    [id],
  );
  expect(await applyEmploymentChanges(server.platform.unitOfWork, world.tenantId)).toBe(1);
  const { parentId } = (await world.tx((tx) => tx.repo(UserEntity).findOne({ id: employee.id }))) as UserEntity;
  expect(parentId).toBe(admin.id);
});
