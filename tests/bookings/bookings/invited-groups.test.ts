import { sendCalendarMails } from "../../../workers/bookings/bookings/calendar-mails";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { recordStatementNames } from "../../support/statements/sent";
import { wednesdayAt, newRoom } from "./rooms";

const server = testServer();

let world: World;
let room: number;
beforeEach(async () => {
  world = await server.world();
  room = await newRoom(world, "Zab", { capacity: 3 });
});

const ids = (...people: { id: number }[]) => people.map(({ id }) => id);
const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
const group = async (title: string, ...people: { id: number }[]): Promise<number> =>
  requireOk(await world.api(world.hr).post("/groups", { title, users: ids(...people) })).body.data.id;
const body = (overrides: object = {}) => ({
  title: "Rate talks",
  bookable_type: "room",
  bookable_id: room,
  start_date: wednesdayAt("09:00"),
  end_date: wednesdayAt("10:00"),
  ...overrides,
});
const book = (overrides: object = {}, who: Person = world.employee) => world.api(who).post("/booking", body(overrides));
const invited = (booking: { participants: { id: number }[] }) => sorted(ids(...booking.participants));

async function crowdOf(people: number): Promise<number> {
  const crowd = await group("Crowd");
  await world.tx((tx) =>
    tx.manager.query(
      `WITH p AS (INSERT INTO app_user (tenant_id, fullname, email, password_hash, role_id)
         SELECT u.tenant_id, 'One of many ' || n, 'many' || n || '@crowd.example', 'x', u.role_id
         FROM app_user u CROSS JOIN generate_series(1, $3::int) AS n WHERE u.tenant_id = current_tenant() AND u.id = $2 RETURNING id)
       INSERT INTO user_group_member (tenant_id, group_id, user_id) SELECT current_tenant(), $1, id FROM p`,
      [crowd, world.employee.id, people],
    ),
  );
  return crowd;
}

test("foreign, deleted and too large groups are refused, and nothing is booked", async () => {
  const elsewhere = await server.world();
  const theirs = requireOk(await elsewhere.api(elsewhere.hr).post("/groups", { title: "Theirs", users: [] })).body.data
    .id;
  const deletedGroup = await group("Gone", world.hr);
  requireOk(await world.api(world.hr).delete(`/groups/${deletedGroup}`));
  const crowd = await crowdOf(201);
  const mark = server.published.length;
  for (const [groups, field] of [
    [[theirs], "groups"],
    [[deletedGroup], "groups"],
    [[crowd], "groups"],
    [["x"], "groups.0"],
    [Array.from({ length: 21 }, (_, n) => n + 1), "groups"],
  ] as const) {
    const refused = await book({ groups });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
  }
  const one = requireOk(await book()).body.data;
  for (const groups of [[theirs], [deletedGroup], [crowd]]) {
    const refused = await world.api(world.employee).put(`/booking/${one.id}`, { groups });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["groups"]]);
  }
  expect(world.events(mark).map(({ event }) => event.type)).toEqual(["booking.created", "booking.mine"]);
  // Two hundred participants are the limit, so one more user besides the group is refused.
  await world.tx((tx) =>
    tx.manager.query("DELETE FROM user_group_member WHERE group_id = $1 AND user_id = (SELECT max(id) FROM app_user)", [
      crowd,
    ]),
  );
  const other = requireOk(
    await book({ participants: [world.hr.id], start_date: wednesdayAt("11:00"), end_date: wednesdayAt("12:00") }),
  ).body.data;
  const full = await world.api(world.employee).put(`/booking/${other.id}`, { groups: [crowd] });
  expect([full.status, Object.keys(full.body.errors)]).toEqual([422, ["groups"]]);
  // Every participant's event lists all dates with all participants, which for a year of daily dates would be a gigabyte.
  const often = { start_date: wednesdayAt("13:00"), end_date: wednesdayAt("14:00"), repeat: "daily" };
  const series = await book({ groups: [crowd], ...often, repeat_count: 13 });
  expect([series.status, series.body.errors]).toEqual([422, { participants: [expect.any(String)] }]);
  expect(
    requireOk(await world.api(world.employee).put(`/booking/${one.id}`, { groups: [crowd] })).body.data.participants,
  ).toHaveLength(200);
  expect((await book({ groups: [crowd] }, world.external)).status).toBe(403);
});

test("a group invites each active member once, in mails, dashboard and busy times", async () => {
  const left = await world.person("employee");
  const night = await group("Night crew", world.employee, world.hr, world.finance, left);
  const board = await group("Board", world.finance, world.manager);
  await world.tx((tx) => tx.manager.query("UPDATE app_user SET active = false WHERE id = $1", [left.id]));
  const mark = server.published.length;
  const one = requireOk(await book({ groups: [night, board, night], participants: [world.hr.id] })).body.data;
  const all = sorted(ids(world.hr, world.finance, world.manager));
  expect(invited(one)).toEqual(all);
  const emitted = world.events(mark).filter(({ event }) => event.type === "booking.mine");
  expect(sorted(emitted.map(({ stream }) => Number(stream.split(":")[1])))).toEqual(
    sorted([...all, world.employee.id]),
  );
  await world.tx((tx) => tx.manager.query("UPDATE booking_invitation SET due_at = now() WHERE due_at IS NOT NULL"));
  const mails: string[] = [];
  const mailer = { deliver: async ({ to }: { to: string }) => void mails.push(to) };
  const { unitOfWork, log, config } = server.platform;
  await sendCalendarMails({ unitOfWork, workerDatabase: await server.workerDatabase(), mailer, log, config });
  const addresses = [world.hr, world.finance, world.manager].map(({ email }) => email);
  expect(mails.filter((to) => to.endsWith(`@${world.host}`)).toSorted()).toEqual(addresses.toSorted());
  for (const person of [world.hr, world.finance, world.manager]) {
    const next = requireOk(await world.api(person).get("/my-reservations/next")).body.data;
    expect(next.map(({ id }: { id: number }) => id)).toEqual([one.id]);
  }
  const query = { users: all.join(","), start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
  const states = requireOk(await world.api(world.employee).get("/booking/people-free", { query })).body.data;
  expect(states.map(({ state }: { state: string }) => state)).toEqual(["busy", "busy", "busy"]);
});

test("a group is expanded when the booking is saved: later members aren't invited", async () => {
  const night = await group("Night crew", world.hr);
  const one = requireOk(await book({ groups: [night], repeat: "weekly", repeat_count: 2 })).body;
  expect(one.dates.map(invited)).toEqual([[world.hr.id], [world.hr.id]]);
  const members = async (...people: Person[]) =>
    requireOk(await world.api(world.hr).put(`/groups/${night}`, { title: "Night crew", users: ids(...people) }));
  await members(world.finance);
  const api = world.api(world.employee);
  const read = async () => invited(requireOk(await api.get(`/booking/${one.data.id}`)).body.data);
  expect(await read()).toEqual([world.hr.id]);
  const change = async (changes: object) => requireOk(await api.put(`/booking/${one.data.id}`, changes)).body;
  expect(invited((await change({ title: "Talks" })).data)).toEqual([world.hr.id]);
  const added = await change({ groups: [night], scope: "all" });
  expect(added.dates.map(invited)).toEqual(Array(2).fill(sorted(ids(world.hr, world.finance))));
  const replaced = await change({ groups: [night], participants: [world.manager.id] });
  expect(invited(replaced.data)).toEqual(sorted(ids(world.finance, world.manager)));
  requireOk(await world.api(world.hr).delete(`/groups/${night}`));
  expect(await read()).toEqual(sorted(ids(world.finance, world.manager)));
});

test("inviting three groups runs one SQL statement more than inviting none", async () => {
  const groups = [await group("A", world.hr), await group("B", world.finance), await group("C", world.manager)];
  const asking = (overrides: object) => recordStatementNames(async () => requireOk(await book(overrides)));
  await asking({});
  const statementsWithoutGroups = await asking({
    start_date: wednesdayAt("11:00"),
    end_date: wednesdayAt("12:00"),
    participants: ids(world.hr),
  });
  const statementsWithGroups = await asking({
    start_date: wednesdayAt("13:00"),
    end_date: wednesdayAt("14:00"),
    participants: ids(world.hr),
    groups,
  });
  expect(statementsWithGroups.filter((each) => each !== "participants.ofGroups")).toEqual(statementsWithoutGroups);
  expect(statementsWithGroups.length).toBe(statementsWithoutGroups.length + 1);
});

test("events of large invitations contain only ids, and invitations are limited", async () => {
  const crowd = await crowdOf(150);
  const mark = server.published.length;
  const one = requireOk(await book({ groups: [crowd] })).body.data;
  const mine = world.events(mark).filter(({ event }) => event.type === "booking.mine");
  expect(mine).toHaveLength(151);
  expect(mine[0]?.event.data).toEqual({ bookings: [], changed: [one.id] });
  await world.tx((tx) =>
    tx.manager.query(
      `WITH b AS (INSERT INTO booking (tenant_id, bookable_type, room_id, requester_id, title, status, starts_at, ends_at)
         SELECT current_tenant(), 'room', $1, $2, 'Held', 'approved', $4::timestamptz + make_interval(hours => n), $4::timestamptz + make_interval(hours => n + 1)
         FROM generate_series(0, 132) AS n RETURNING id)
       INSERT INTO booking_participant (tenant_id, booking_id, user_id)
       SELECT current_tenant(), b.id, m.user_id FROM b, user_group_member m WHERE m.tenant_id = current_tenant() AND m.group_id = $3`,
      [room, world.employee.id, crowd, wednesdayAt("00:00", 10)],
    ),
  );
  const refused = await book({ groups: [crowd], start_date: wednesdayAt("13:00"), end_date: wednesdayAt("14:00") });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ["participants"]]);
  requireOk(
    await book({ groups: [crowd], start_date: wednesdayAt("13:00"), end_date: wednesdayAt("14:00") }, world.hr),
  );
});

test("a series with long notes publishes only ids to many participants", async () => {
  const people = await crowdOf(5);
  const series = {
    start_date: wednesdayAt("09:00", 30),
    end_date: wednesdayAt("10:00", 30),
    repeat: "daily",
    repeat_count: 200,
  };
  const toldOf = async (overrides: object): Promise<Set<number>> => {
    const mark = server.published.length;
    requireOk(await book({ ...series, note: "y".repeat(1_990), ...overrides }));
    const mine = world.events(mark).filter(({ event }) => event.type === "booking.mine");
    return new Set(mine.map(({ event }) => JSON.stringify(event.data).split("yyyyyyyyyy").length - 1));
  };
  // One participant gets every date in full; five would get 2.4 million characters.
  expect(await toldOf({ participants: [world.hr.id] })).not.toContain(0);
  expect(
    await toldOf({ groups: [people], start_date: wednesdayAt("11:00", 30), end_date: wednesdayAt("12:00", 30) }),
  ).toEqual(new Set([0]));
});
