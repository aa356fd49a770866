import { UserEntity } from "../../../server/people/people/user.entity";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { applyEmploymentChanges } from "../../../workers/people/employment/employment-changes";
import { requireOk } from "../../work/tasks/board";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";

/** A leaver's reports can't be moved below the planner, by the same rule as for other moves. */
const server = testServer();

async function team() {
  const world = await server.world();
  const { manager, employee } = world;
  const below = (id: number, parentId: number | null) =>
    world.tx((tx) => tx.repo(UserEntity).update({ id }, { managerId: parentId }));
  await below(employee.id, manager.id);
  const row = await world.tx((tx) =>
    tx.one<{ last_day: string }>(unnamedSql("SELECT (tenant_today() + 20)::text AS last_day")),
  );
  const plan = (by: Person, overrides: object) =>
    world.api(by).post(`/user/${manager.id}/leaving`, { type: "resignation", ...row, ...overrides });
  const [successor, assistant] = [await world.person("manager"), await world.person("employee")];
  await below(assistant.id, successor.id);
  return { world, below, plan, successor, assistant };
}

test("reports can't move below the planner through one of the planner's reports", async () => {
  const { world, below, plan, successor, assistant } = await team();
  const { manager, hr, admin } = world;
  await below(successor.id, hr.id);
  const errorsOf = async (by: Person, body: object) => (await plan(by, body)).body.errors;
  for (const { id } of [successor, assistant]) {
    const successors = [{ kind: "reports", user_id: id }];
    expect(await errorsOf(hr, { successor_id: id })).toHaveProperty("successor_id");
    expect(await errorsOf(hr, { successor_id: admin.id, successors })).toHaveProperty(["successors.0.user_id"]);
    expect(await errorsOf(admin, { successor_id: id })).toBeUndefined(); // administrators may edit approval rules, so they may choose any successor
    const others = [{ kind: "reports", user_id: admin.id }];
    expect(await errorsOf(hr, { successor_id: id, successors: others })).toBeUndefined();
  }
  // Allowed if the leaver is below HR already, or if the successor takes the leaver's position, which isn't below HR.
  await below(manager.id, hr.id);
  expect(await errorsOf(hr, { successor_id: assistant.id })).toBeUndefined();
  await below(manager.id, null);
  await below(successor.id, manager.id);
  expect(await errorsOf(hr, { successor_id: assistant.id })).toBeUndefined();
  // Without separation of duties, the move is allowed.
  await below(successor.id, hr.id);
  const one = { remind_unit: "days", escalate_unit: "days", four_eyes: false };
  requireOk(await world.api(admin).put("/approvals/setting", one));
  expect(await errorsOf(hr, { successor_id: successor.id })).toBeUndefined();
});

test("reports can't move to a successor who is below the planner on the last day", async () => {
  const { world, below, plan, successor } = await team();
  const { hr, admin, employee } = world;
  const { id } = requireOk(await plan(hr, { successor_id: successor.id })).body.data;
  await below(successor.id, hr.id);
  await server.owner.query(
    `WITH c AS (UPDATE employment_change SET effective_on = effective_on - 21 WHERE id = $1 RETURNING user_id, effective_on)
     UPDATE app_user SET left_on = c.effective_on FROM c WHERE app_user.id = c.user_id`,
    [id],
  );
  expect(await applyEmploymentChanges(server.platform.unitOfWork, world.tenantId)).toBe(1);
  const { managerId: parentId } = (await world.tx((tx) =>
    tx.repo(UserEntity).findOne({ id: employee.id }),
  )) as UserEntity;
  expect(parentId).toBe(admin.id);
});
