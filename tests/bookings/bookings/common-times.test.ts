import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { leaveFixture } from "../../requests/leave/fixtures";
import { requireOk } from "../../work/tasks/board";
import { recordStatementNames } from "../../support/statements/sent";
import { wednesdayAt, newRoom } from "./rooms";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const period = { start_date: wednesdayAt("08:00"), end_date: wednesdayAt("12:00"), minutes: 60 };
type Query = Record<string, string | number | boolean | undefined>;
const search = (users: readonly Pick<Person, "id">[], query: Query = {}, by: Person = world.employee) => {
  const values = Object.entries({ users: users.map(({ id }) => id).join(","), ...period, ...query });
  const queryParameters = Object.fromEntries(
    values.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return world.api(by).get("/booking/common-times", { query: queryParameters });
};
interface Time {
  start_date: string;
  room: { id: number; name: string; needs_approval: boolean } | null;
  missing: { id: number; state: string }[];
}
const timesOf = async (...args: Parameters<typeof search>) =>
  requireOk(await search(...args)).body.data.times as Time[];
const startsOf = async (...args: Parameters<typeof search>) =>
  (await timesOf(...args)).map(({ start_date, room }) => [start_date.slice(11, 16), room?.name ?? null]);
const book = async (who: Person, room: number, from: string, until: string, input: object = {}) => {
  const when = { start_date: wednesdayAt(from), end_date: wednesdayAt(until) };
  const body = { title: "Secret talks", bookable_type: "room", bookable_id: room, ...when, ...input };
  return requireOk(await world.api(who).post("/booking", body));
};

test("an invalid search is refused by field, and external users may not search", async () => {
  const elsewhere = await server.world();
  const { hr } = world;
  const tooMany = Array.from({ length: 21 }, (_, n) => ({ id: n + 1 }));
  for (const [users, query, field] of [
    [[], {}, "users"],
    [tooMany, {}, "users"],
    [[hr, elsewhere.hr], {}, "users"],
    [[world.external], {}, "users"],
    [[hr], { start_date: undefined }, "start_date"],
    [[hr], { end_date: wednesdayAt("07:00") }, "end_date"],
    [[hr], { end_date: wednesdayAt("09:00", 9) }, "end_date"],
    [[hr], { start_date: "2020-01-01T09:00:00Z", end_date: "2020-01-01T10:00:00Z" }, "start_date"],
    [[hr], { minutes: undefined }, "minutes"],
    [[hr], { minutes: 5 }, "minutes"],
    [[hr], { minutes: 721 }, "minutes"],
    [[hr], { people: 0 }, "people"],
    [[hr], { building_ids: "x" }, "building_ids.0"],
  ] as [Pick<Person, "id">[], Query, string][]) {
    const refused = await search(users, query);
    expect([field, refused.status, Object.keys(refused.body.errors)]).toEqual([field, 422, [field]]);
  }
  expect((await search([hr], {}, world.external)).status).toBe(403);
});

test("times exclude bookings, leave and the hours outside work in everyone's time zone", async () => {
  const { hr, finance, manager, employee } = world;
  const [zab, tigris] = [await newRoom(world, "Zab"), await newRoom(world, "Tigris", { capacity: 30 })];
  expect(await startsOf([hr])).toEqual([
    ["09:00", "Zab"],
    ["10:00", "Zab"],
    ["11:00", "Zab"],
  ]);
  await book(hr, zab, "09:30", "10:00", { private: true });
  const answer = await search([hr]);
  expect(answer.text).not.toContain("Secret");
  expect(await startsOf([hr])).toEqual([
    ["10:00", "Zab"],
    ["11:00", "Zab"],
  ]);
  // The caller's own bookings count, too.
  await book(employee, tigris, "10:00", "10:30");
  expect(await startsOf([hr])).toEqual([["10:30", "Zab"]]);
  // Finance works from 9:00 in Istanbul, which is 6:00 UTC, to 17:00, which is 14:00 UTC.
  await world.tx((tx) =>
    tx.manager.query("UPDATE app_user SET time_zone = 'Europe/Istanbul' WHERE id = $1", [finance.id]),
  );
  const afternoon = { start_date: wednesdayAt("13:00"), end_date: wednesdayAt("17:00") };
  expect(await startsOf([finance], afternoon)).toEqual([["13:00", "Zab"]]);
  const { type } = await leaveFixture(world);
  await world.tx((tx) =>
    tx.manager.query(
      `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, status, sent_at)
         VALUES (current_tenant(), 'leave', $1, $2::bigint::text, 'approved', now()) RETURNING id)
       INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, from_noon, to_noon, days, live)
       SELECT id, current_tenant(), $1, $2, $3::date, $3::date, false, true, 0.5, true FROM r`,
      [manager.id, type, period.start_date.slice(0, 10)],
    ),
  );
  expect(await startsOf([manager], { end_date: wednesdayAt("14:00") })).toEqual([
    ["12:00", "Zab"],
    ["13:00", "Zab"],
  ]);
});

test("days without work in a schedule, weekends and holidays are excluded", async () => {
  const { hr } = world;
  await newRoom(world, "Zab");
  const week = { start_date: wednesdayAt("00:00"), end_date: wednesdayAt("00:00", 4), minutes: 480 };
  const days = async () => [
    ...new Set((await timesOf([hr], week)).map(({ start_date }) => new Date(start_date).getUTCDay())),
  ];
  expect(await days()).toEqual([3, 4, 5, 1, 2]);
  await world.tx((tx) =>
    tx.manager.query(
      `INSERT INTO work_schedule (tenant_id, user_id, during, minutes, anchor)
       VALUES (current_tenant(), $1, '[2020-01-01,)', '{0,480,480,480,480,0,0}', '2020-01-05')`,
      [hr.id],
    ),
  );
  expect(await days()).toEqual([3, 4, 1, 2]);
  await world.tx((tx) =>
    tx.manager.query("INSERT INTO holiday (tenant_id, date, name) VALUES (current_tenant(), $1, 'Spring')", [
      period.start_date.slice(0, 10),
    ]),
  );
  expect(await days()).toEqual([4, 1, 2]);
});

test("only fitting rooms that the caller may book are offered, with approval marked", async () => {
  const { hr, finance } = world;
  const rules = async (name: string, values: object) => newRoom(world, name, values as Record<string, unknown>);
  await rules("Nook", { capacity: 2 });
  await rules("Not for them", { capacity: 3, audience: "selected" });
  await rules("Closed", { capacity: 4, opens_at: "18:00", closes_at: "20:00" });
  const approvedRoom = await rules("Asks first", { capacity: 5, auto_approve: false });
  const hall = await rules("Hall", { capacity: 50 });
  await world.tx((tx) => tx.manager.query("UPDATE room SET tools = '{Screen,step-free}' WHERE id = $1", [hall]));
  const first = async (query: Query = {}) => (await timesOf([hr, finance], query))[0]?.room ?? null;
  expect(await first()).toMatchObject({ id: approvedRoom, needs_approval: true });
  expect(await first({ people: 6 })).toMatchObject({ id: hall, needs_approval: false });
  expect(await first({ tools: "Screen" })).toMatchObject({ id: hall });
  expect(await first({ step_free: true })).toMatchObject({ id: hall });
  await book(hr, approvedRoom, "08:00", "12:00");
  expect((await timesOf([finance, world.manager]))[0]?.room).toMatchObject({ id: hall });
});

test("buildings at the caller's location are searched by default", async () => {
  const { hr } = world;
  const [erbil, mersin] = [await newRoom(world, "Erbil"), await newRoom(world, "Mersin")];
  const searched = async (query: Query = {}) => {
    const { buildings } = requireOk(await search([hr], query)).body.data;
    return buildings.flatMap((each: { name: string; searched: boolean }) => (each.searched ? [each.name] : []));
  };
  expect(await searched()).toEqual(["House Erbil", "House Mersin"]);
  await world.tx((tx) =>
    tx.manager.query("UPDATE app_user SET location = 'MERSİN' WHERE id = $1", [world.employee.id]),
  );
  await world.tx((tx) =>
    tx.manager.query("UPDATE building SET address = 'Liman 12, Mersin' WHERE name = 'House Mersin'"),
  );
  expect(await searched()).toEqual(["House Mersin"]);
  expect((await timesOf([hr]))[0]?.room?.id).toBe(mersin);
  const [{ building_id }] = await world.tx((tx) =>
    tx.manager.query("SELECT building_id FROM room WHERE id = $1", [erbil]),
  );
  expect(await searched({ building_ids: Number(building_id) })).toEqual(["House Erbil"]);
});

test("without a common time, the nearest ones name missing people and rooms", async () => {
  const { hr, finance } = world;
  const [zab, nook] = [await newRoom(world, "Zab"), await newRoom(world, "Nook", { capacity: 1 })];
  await book(hr, nook, "08:00", "10:00");
  await book(finance, nook, "10:00", "12:00");
  const near = await timesOf([hr, finance]);
  expect(near.map(({ start_date, room, missing }) => [start_date.slice(11, 16), room?.id, missing])).toEqual([
    ["09:00", zab, [{ id: hr.id, state: "busy" }]],
    ["10:00", zab, [{ id: finance.id, state: "busy" }]],
    ["11:00", zab, [{ id: finance.id, state: "busy" }]],
  ]);
  await book(world.manager, zab, "09:00", "12:00");
  expect(await timesOf([world.admin])).toMatchObject([
    { start_date: wednesdayAt("09:00"), room: null, missing: [] },
    { start_date: wednesdayAt("10:00"), room: null, missing: [] },
    { start_date: wednesdayAt("11:00"), room: null, missing: [] },
  ]);
  expect(await timesOf([hr], { start_date: wednesdayAt("20:00"), end_date: wednesdayAt("22:00") })).toEqual([]);
});

test("searching for twenty people runs the same SQL statements as searching for one", async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => world.person("employee")));
  await newRoom(world, "Hall", { capacity: 50 });
  await newRoom(world, "Zab", { capacity: 50 });
  await search([world.hr]);
  const statementsForOne = await recordStatementNames(async () => requireOk(await search([world.hr])));
  const statementsForMany = await recordStatementNames(async () => requireOk(await search(people)));
  expect(statementsForMany).toEqual(statementsForOne);
  expect(statementsForOne.length).toBeLessThanOrEqual(12);
});
