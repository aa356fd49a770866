import { DepartmentEntity } from "../../../server/people/departments/department.entity";
import { UserEntity } from "../../../server/people/people/user.entity";
import { requireOk } from "../../work/tasks/board";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";

/** With separation of duties, users can't deactivate or demote their own approvers, since approval would pass to the next manager. */
const server = testServer();

async function setupHeads() {
  const world = await server.world();
  const { hr, manager } = world;
  const head = await world.person("manager");
  const department = await world.tx(async (tx) => {
    const { id } = await tx.repo(DepartmentEntity).insert({ name: "People", code: "HRD", headId: head.id });
    await tx.repo(UserEntity).update({ id: hr.id }, { managerId: manager.id, departmentId: id });
    return id;
  });
  return { department, world, manager, head, other: await world.person("hr") };
}

test("approvers can't be deactivated, demoted or made external by their reports", async () => {
  const { world, manager, head, other } = await setupHeads();
  const changes = [{ active: false }, { external: true }, { role_id: world.roles.employee }];
  const change = (by: Person, of: Person, body: object) => world.api(by).post(`/user/${of.id}`, body);
  for (const person of [manager, head]) {
    for (const body of changes) expect((await change(world.hr, person, body)).body.code).toBe("user.ownEmployment");
    expect((await world.api(world.hr).patch(`/user/${person.id}/status`, {})).body.code).toBe("user.ownEmployment");
    expect(requireOk(await world.api(world.hr).get(`/user/${person.id}`)).body.data.can.deactivate).toBe(false);
    requireOk(await change(world.hr, person, { phone_number: "+49 30 123456" }));
    expect(requireOk(await world.api(other).get(`/user/${person.id}`)).body.data.can.deactivate).toBe(true);
    requireOk(await change(other, person, { active: false }));
    requireOk(await change(world.hr, person, { active: true }));
  }
  const listed = requireOk(await world.api(world.hr).get("/user")).body.data as {
    id: number;
    can: { deactivate: boolean };
  }[];
  const may = (person: Person) => listed.find(({ id }) => id === person.id)?.can.deactivate;
  expect([may(manager), may(head), may(world.finance)]).toEqual([false, false, true]);
});

test("without separation of duties, users can deactivate their own approvers", async () => {
  const { world, manager, head } = await setupHeads();
  const one = { remind_unit: "days", escalate_unit: "days", four_eyes: false };
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.admin.id }, { managerId: head.id }));
  requireOk(await world.api(world.admin).post(`/user/${head.id}`, { active: false }));
  requireOk(await world.api(world.admin).put("/approvals/setting", one));
  requireOk(await world.api(world.hr).post(`/user/${manager.id}`, { active: false }));
});

test("reports can extend their approver's role, but not reduce or delete it", async () => {
  const { world, manager, head, department } = await setupHeads();
  const role = async (name: string, permissions: string[]): Promise<number> =>
    requireOk(await world.api(world.admin).post("/role", { name, permissions })).body.data.id;
  const before = requireOk(await world.api(world.admin).get("/role")).body.data as {
    id: number;
    permissions: string[];
  }[];
  const all = before.find(({ id }) => id === world.roles.manager)?.permissions ?? [];
  const leadsRole = await role("Leads", all);
  const keeper = await world.person("employee", { roleId: await role("Keeper", [...all, "role-edit", "role-list"]) });
  await world.tx(async (tx) => {
    await tx.repo(UserEntity).update({ id: keeper.id }, { managerId: manager.id, departmentId: department });
    for (const { id } of [manager, head]) await tx.repo(UserEntity).update({ id }, { roleId: leadsRole });
  });
  const api = world.api(keeper);
  for (const person of [manager, head]) {
    const users = [person.id];
    expect((await api.put(`/role/${world.roles.employee}/holders`, { users })).body.code).toBe("user.ownEmployment");
  }
  const fewer = { permissions: all.slice(1) };
  for (const answer of [
    await api.put(`/role/${leadsRole}`, fewer),
    await api.put("/role/changes", { changes: [{ role_id: leadsRole, remove: [all[0]] }] }),
    await api.post("/role/preview", { changes: [{ role_id: leadsRole, remove: [all[0]] }] }),
    await api.delete(`/role/${leadsRole}`, { successor_id: world.roles.employee }),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, "user.ownEmployment"]);
  const roles = requireOk(await world.api(world.admin).get("/role")).body.data as {
    id: number;
    permissions: string[];
  }[];
  expect(roles.find(({ id }) => id === leadsRole)?.permissions).toEqual(all);
  requireOk(await api.put(`/role/${leadsRole}`, { name: "Leaders" }));
  requireOk(await api.put("/role/changes", { changes: [{ role_id: leadsRole, add: ["role-list"] }] }));
  requireOk(await api.put(`/role/${world.roles.manager}/holders`, { users: [world.employee.id] }));
});
