import { UserEntity } from "../../../server/people/people/user.entity";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

/** The calls of the Leave and Time tabs on an employee's page, which check access themselves. */
const server = testServer();

test("leave is visible to the employee, managers and HR; other users get no entries", async () => {
  const world = await server.world();
  const { ask, people } = await leaveFixture(world);
  const boss = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { managerId: boss.id }));
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const listFor = async (reader: Person, scope: string) => {
    const api = world.api(reader);
    const user = reader.id === people.employee.id ? "" : `&user_id=${people.employee.id}`;
    const list = requireOk(await api.get(`/leave/leave-request?scope=${scope}${user}`)).body.data as { id: number }[];
    const balances = await api.get(`/leave/balance?user_id=${people.employee.id}`);
    return [list.map((one) => one.id), balances.status];
  };
  expect(await listFor(people.employee, "mine")).toEqual([[id], 200]);
  for (const reader of [people.manager, boss]) expect(await listFor(reader, "team")).toEqual([[id], 200]);
  expect(await listFor(people.hr, "all")).toEqual([[id], 200]);
  const colleague = await world.person("employee");
  const peer = await world.person("manager");
  for (const reader of [colleague, peer, world.finance])
    for (const scope of ["team", "all"]) expect(await listFor(reader, scope)).toEqual([[], 404]);
  expect((await world.api(world.external).get(`/leave/balance?user_id=${people.employee.id}`)).status).toBe(403);
});

test("time is visible to the employee and permission holders; other users get 403", async () => {
  const world = await server.world();
  const tabsFor = async (reader: Person) => {
    const api = world.api(reader);
    const of = `user_id=${world.employee.id}`;
    const sheet = await api.get(`/time-sheet?from=2026-11-16&to=2026-11-22&${of}`);
    return [sheet.status, (await api.get(`/time-week?weeks=12&${of}`)).status];
  };
  for (const reader of [world.employee, world.manager, world.admin]) expect(await tabsFor(reader)).toEqual([200, 200]);
  for (const reader of [world.hr, world.finance, await world.person("employee"), world.external])
    expect(await tabsFor(reader)).toEqual([403, 403]);
  const other = await server.world();
  expect(
    (await other.api(other.admin).get(`/time-sheet?from=2026-11-16&to=2026-11-22&user_id=${world.employee.id}`)).status,
  ).toBe(404);
});
