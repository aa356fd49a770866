import { UserEntity } from "../../../server/people/people/user.entity";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

async function ahead(world: World, days: number): Promise<string> {
  const row = await world.tx((tx) =>
    tx.one<{ day: string }>(unnamedSql("SELECT (tenant_today() + $1::int)::text AS day"), [days]),
  );
  return row?.day ?? "";
}

test("an unknown panel or invalid birthday gets 422", async () => {
  const world = await server.world();
  const api = world.api(world.employee);
  const layout = { main: ["tasks"], side: ["news"], hidden: [] };
  for (const invalidFields of [{ main: ["gossip"] }, { side: "news" }, { hidden: undefined }])
    expect((await api.put("/dashboard/layout", { ...layout, ...invalidFields })).status).toBe(422);
  for (const birthday of ["02-30", "13-01", "2-9", "1990-02-01", "00-10"])
    expect((await api.put("/dashboard/birthday", { birthday })).body.errors).toHaveProperty("birthday");
  expect((await api.put("/dashboard/birthday", {})).body.errors).toHaveProperty("birthday");
  expect((await world.api(world.external).get("/dashboard/celebrations")).status).toBe(403);
});

test("the dashboard layout is saved per user and emitted to the user's screens", async () => {
  const world = await server.world();
  const { employee, manager } = world;
  const api = world.api(employee);
  expect((await api.get("/dashboard/layout")).body.data).toEqual({ layout: null, birthday: null });
  const layout = { main: ["requests", "tasks"], side: ["news"], hidden: ["lately"] };
  const mark = server.published.length;
  expect(requireOk(await api.put("/dashboard/layout", layout)).body.data.layout).toEqual(layout);
  expect(world.events(mark).map(({ stream, event }) => [stream, event.type])).toEqual([
    [`user:${employee.id}`, "dashboard.changed"],
  ]);
  expect((await api.get("/dashboard/layout")).body.data.layout).toEqual(layout);
  expect((await world.api(manager).get("/dashboard/layout")).body.data.layout).toBeNull();
  expect(requireOk(await api.delete("/dashboard/layout")).body.data.layout).toBeNull();
});

test("the dashboard lists birthdays and anniversaries of the next two weeks", async () => {
  const world = await server.world();
  const other = await server.world();
  const { employee, manager, hr, finance } = world;
  const [soon, later] = [await ahead(world, 3), await ahead(world, 20)];
  const yearsAgo = (day: string, years: number) => `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
  const joined = (id: number, on: string) => world.tx((tx) => tx.repo(UserEntity).update({ id }, { joinedOn: on }));
  requireOk(await world.api(employee).put("/dashboard/birthday", { birthday: soon.slice(5) }));
  requireOk(await world.api(finance).put("/dashboard/birthday", { birthday: later.slice(5) }));
  requireOk(await other.api(other.employee).put("/dashboard/birthday", { birthday: soon.slice(5) }));
  await joined(manager.id, yearsAgo(soon, 4));
  await joined(hr.id, soon);
  const celebrations = async () => (await world.api(hr).get("/dashboard/celebrations")).body.data;
  const birthday = expect.objectContaining({ kind: "birthday", date: soon, years: null });
  expect(await celebrations()).toEqual(
    expect.arrayContaining([birthday, expect.objectContaining({ kind: "anniversary", date: soon, years: 4 })]),
  );
  expect(new Set((await celebrations()).map(({ person }: { person: { id: number } }) => person.id))).toEqual(
    new Set([employee.id, manager.id]),
  );
  requireOk(await world.api(employee).put("/dashboard/birthday", { birthday: null }));
  await world.tx((tx) => tx.repo(UserEntity).update({ id: manager.id }, { active: false }));
  expect(await celebrations()).toEqual([]);
});
