import { UserEntity } from "../../../server/people/people/user.entity";
import { createActing } from "../../../server/people/acting/acting.service";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import type { ActingAssignment } from "../../../shared/people/acting/acting.contract";
import { peopleFixture } from "../people/fixtures";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

let world: World;
let director: Person;
let colleague: Person;
let org: Awaited<ReturnType<typeof peopleFixture>>;
beforeEach(async () => {
  org = await peopleFixture(server);
  ({ world, director, colleague } = org);
});

const day = async (from: number): Promise<string> =>
  (
    await world.tx((tx) =>
      tx.one<{ day: string }>(unnamedSql("SELECT (tenant_today() + $1::int)::text AS day"), [from]),
    )
  )?.day as string;
const chart = async (by: Person = world.employee, on?: string) =>
  requireOk(await world.api(by).get(`/organization-chart${on ? `?as_of=${on}` : ""}`)).body.data;
const page = async (person: Person, by: Person = world.employee) =>
  requireOk(await world.api(by).get(`/user/${person.id}`)).body.data;
const ids = (people: { id: number }[]) => people.map(({ id }) => id);
const leave = async (person: Person, successor: Person) =>
  requireOk(
    await world.api(world.admin).post(`/user/${person.id}/leaving`, {
      type: "resignation",
      last_day: await day(0),
      successor_id: successor.id,
    }),
  );

const add = async (overrides: object = {}, by: Person = world.hr) =>
  world.api(by).post("/acting", {
    user_id: world.manager.id,
    acting_id: colleague.id,
    starts_on: await day(-3),
    ends_on: await day(3),
    ...overrides,
  });
const acts = async (by?: Person, on?: string) =>
  ((await chart(by, on)).acting as ActingAssignment[]).map(({ user, acting }) => [user.id, acting.id]);

test("an acting period without user-edit or with invalid users or dates is refused", async () => {
  for (const person of [world.manager, world.employee])
    expect((await add({}, person)).body.code).toBe("permission.denied");
  for (const field of ["user_id", "acting_id"])
    for (const id of [999_999, world.external.id])
      expect((await add({ [field]: id })).body.errors).toHaveProperty(field);
  expect((await add({ acting_id: world.manager.id })).body.errors).toHaveProperty("acting_id");
  expect((await add({ ends_on: await day(-4) })).body.errors).toHaveProperty("ends_on");
  expect((await add({ starts_on: await day(-9), ends_on: await day(-4) })).body.errors).toHaveProperty("ends_on");
  const { id } = requireOk(await add()).body.data;
  expect(
    (await add({ starts_on: await day(3), ends_on: await day(9), acting_id: director.id })).body.errors,
  ).toHaveProperty("starts_on");
  requireOk(await add({ starts_on: await day(4), ends_on: await day(9) }));
  const change = async (overrides: object) =>
    world.api(world.hr).put(`/acting/${id}`, {
      acting_id: colleague.id,
      starts_on: await day(-3),
      ends_on: await day(3),
      ...overrides,
    });
  expect((await change({ ends_on: await day(5) })).body.errors).toHaveProperty("starts_on");
  requireOk(await change({ acting_id: director.id, version: 1 }));
  expect((await change({ version: 1 })).body).toMatchObject({ code: "organization.stale", data: { version: 2 } });
  await server.owner.query("UPDATE acting SET period = daterange('2026-01-01', '2026-02-01') WHERE id = $1", [id]);
  expect([(await change({})).status, (await world.api(world.hr).delete(`/acting/${id}`)).status]).toEqual([404, 404]);
});

test("an acting user is in the profiles and in the chart of each day of the period", async () => {
  const { manager, employee, hr } = world;
  for (const { id } of [manager, colleague])
    await world.tx((tx) => tx.repo(UserEntity).update({ id }, { joinedOn: "2020-01-01" }));
  const mark = server.published.length;
  const { id } = requireOk(await add()).body.data;
  const later = requireOk(await add({ starts_on: await day(10), ends_on: await day(12), acting_id: director.id })).body
    .data.id;
  expect(await acts()).toEqual([[manager.id, colleague.id]]);
  expect(await acts(hr, await day(11))).toEqual([[manager.id, director.id]]);
  expect(await acts(hr, await day(5))).toEqual([]);
  const laterIds = async (by: Person, on?: string) => ids((await chart(by, on)).later_acting);
  expect([await laterIds(employee), await laterIds(hr, await day(5)), await laterIds(hr)]).toEqual([[], [], [later]]);
  expect(ids((await page(manager)).acting)).toEqual([id]);
  expect(ids((await page(colleague)).acts_for)).toEqual([id]);
  expect(ids((await page(manager, hr)).acting)).toEqual([id, later]);
  expect(ids((await page(director)).acts_for)).toEqual([]);
  requireOk(await world.api(hr).delete(`/acting/${id}`));
  requireOk(await world.api(hr).delete(`/acting/${later}`));
  expect([await acts(), await acts(employee, await day(-1)), await acts(hr, await day(11))]).toEqual([
    [],
    [[manager.id, colleague.id]],
    [],
  ]);
  expect(world.events(mark).map(({ event }) => [event.type, event.data])).toEqual(
    Array.from({ length: 4 }, () => ["acting.changed", { id: manager.id }]),
  );
});

test("one of two concurrent acting periods is stored; leaving ends acting periods", async () => {
  const { manager, hr } = world;
  const input = { user_id: manager.id, acting_id: colleague.id, starts_on: await day(-3), ends_on: await day(3) };
  const results = await runSerialized(server, world, (tx) => createActing(tx, input));
  expect(results).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: { code: "request.invalid" } }]);
  requireOk(await add({ user_id: director.id, acting_id: manager.id }));
  const ending = requireOk(await world.api(hr).get(`/user/${manager.id}/leaving`)).body.data.ending;
  expect(ending.find(({ kind }: { kind: string }) => kind === "acting")).toMatchObject({ count: 2 });
  await leave(manager, director);
  const open = await server.owner.query("SELECT FROM acting WHERE tenant_id = $1 AND upper(period) > $2", [
    world.tenantId,
    await day(0),
  ]);
  expect([await acts(hr), open]).toEqual([[], []]);
});
