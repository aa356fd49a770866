import type { BookingReport } from "../../../shared/insights/booking-reports/booking-reports.contract";
import { newRoom } from "../../bookings/bookings/rooms";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
  await world.tx((tx) =>
    tx.manager.query(
      "INSERT INTO finance_settings (tenant_id, currency) SELECT current_tenant(), 'USD' ON CONFLICT DO NOTHING",
    ),
  );
});

interface Past {
  room: number;
  by: Person;
  from: string;
  until: string;
  private?: boolean;
  status?: string;
  released?: boolean;
}

/** Inserts directly: the API doesn't accept bookings in the past. */
const booked = ({ room, by, from, until, status = "approved", ...rest }: Past) =>
  world.tx((tx) =>
    tx.manager.query(
      `INSERT INTO booking (tenant_id, bookable_type, room_id, requester_id, title, private, status, starts_at, ends_at, released_at)
       VALUES (current_tenant(), 'room', $1, $2, 'Budget round', $3, $4, $5, $6, CASE WHEN $7 THEN $6::timestamptz END)`,
      [room, by.id, rest.private ?? false, status, from, until, rest.released ?? false],
    ),
  );

const week = { from: "2026-10-19", to: "2026-10-25" };
const ask = (person: Person, query: Record<string, string | number> = {}) =>
  world.api(person).get("/reservations/report", { query: { ...week, ...query } });
const report = async (query: Record<string, string | number> = {}): Promise<BookingReport> =>
  requireOk(await ask(world.admin, query)).body.data;
const rowsOf = async (address: string) => requireOk(await world.api(world.admin).get(address)).body;

test("the booking report returns 403 without the permission and to external users", async () => {
  expect((await ask(world.employee)).status).toBe(403);
  expect((await ask(world.external)).status).toBe(403);
  await world.tx((tx) => tx.manager.query("UPDATE app_user SET external = true WHERE id = $1", [world.manager.id]));
  for (const path of ["", "/list", "/export"]) {
    const refused = await world.api(world.manager).get(`/reservations/report${path}`, {
      query: { figure: "bookings", format: "csv" },
    });
    expect([path, refused.status]).toEqual([path, 403]);
  }
});

test("invalid report filters get 422 with their field; foreign buildings get 404", async () => {
  for (const [query, field] of [
    [{ bookable_type: "boat" }, "bookable_type"],
    [{ to: "2026-10-01" }, "to"],
    [{ to: "2029-10-01" }, "to"],
  ] as const) {
    const refused = await ask(world.admin, query);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
  }
  const other = await server.world();
  const [{ id }] = await other.tx((tx) =>
    tx.manager.query("INSERT INTO building (tenant_id, name) VALUES (current_tenant(), 'Theirs') RETURNING id"),
  );
  expect((await ask(world.admin, { building_id: Number(id) })).status).toBe(404);
});

test("the report counts in local time, and its lists agree with the figures", async () => {
  const erbil = await newRoom(world, "Citadel", { time_zone: "Asia/Baghdad", check_in_minutes: 15 });
  const away = await newRoom(world, "Dock", { time_zone: "America/New_York" });
  await world.tx((tx) => tx.manager.query("UPDATE room SET hourly_rate = 12.5 WHERE id = $1", [erbil]));
  // 09:30 to 11:00 in Erbil on Tuesday, twice 23:30 to 00:30 in New York on Sunday, of which one begins on Monday in UTC.
  await booked({ room: erbil, by: world.employee, from: "2026-10-20T06:30:00Z", until: "2026-10-20T08:00:00Z" });
  await booked({
    room: away,
    by: world.manager,
    from: "2026-10-26T03:30:00Z",
    until: "2026-10-26T04:30:00Z",
    private: true,
  });
  await booked({ room: away, by: world.manager, from: "2026-10-19T03:30:00Z", until: "2026-10-19T04:30:00Z" });
  const ten = { from: "2026-10-21T07:00:00Z", until: "2026-10-21T07:15:00Z" };
  await booked({ room: erbil, by: world.employee, ...ten, released: true });
  for (const status of ["rejected", "cancelled", "expired"])
    await booked({ room: erbil, by: world.employee, ...ten, status });
  const { figures, hours, resources, cost, departments } = await report();
  expect([figures.bookings.value, figures.minutes.value, figures.no_shows.value, figures.expected]).toEqual([
    3, 165, 1, 2,
  ]);
  expect(hours.map(({ weekday, hour, minutes, count }) => [weekday, hour, minutes, count])).toEqual([
    [1, 0, 30, 1],
    [2, 9, 30, 1],
    [2, 10, 60, 1],
    [3, 10, 15, 1],
    [7, 23, 30, 1],
  ]);
  expect(resources.map(({ name, count, cost: amount }) => [name, count, amount])).toEqual([
    ["Citadel", 2, "21.88"],
    ["Dock", 1, null],
  ]);
  expect(cost).toMatchObject({ amount: "21.88", previous: null });
  expect(departments.reduce((all, { count }) => all + count, 0)).toBe(3);
  for (const [query, count] of [
    [figures.bookings.query, 3],
    [figures.no_shows.query, 1],
    [cost?.query ?? "", 2],
    ...hours.map((one): [string, number] => [one.query, one.count]),
    ...resources.map((one): [string, number] => [one.query, one.count]),
    ...departments.map((one): [string, number] => [one.query, one.count]),
  ] as [string, number][]) {
    const { meta, data } = await rowsOf(query);
    expect([query, meta.total, data.length]).toEqual([query, count, count]);
  }
  const { data } = await rowsOf(figures.bookings.query);
  expect(data[0]).toMatchObject({ day: "2026-10-25", from: "23:30", until: "00:30", title: null, requester: null });
});

test("the report hides title and requester of other users' private bookings", async () => {
  const room = await newRoom(world, "Citadel");
  const shownAt = async (query: string) =>
    (await rowsOf(query)).data.map((row: { from: string; title: string | null; requester: string | null }) => [
      row.from,
      row.title,
      row.requester,
    ]);
  const { figures } = await report();
  const nothing = await rowsOf(figures.bookings.query);
  expect([nothing.data, nothing.meta.total]).toEqual([[], 0]);
  const at = (hour: number) => ({ from: `2026-10-20T1${hour}:00:00Z`, until: `2026-10-20T1${hour}:30:00Z` });
  await booked({ room, by: world.employee, ...at(0) });
  await booked({ room, by: world.employee, ...at(1), private: true });
  await booked({ room, by: world.admin, ...at(2) });
  await booked({ room, by: world.admin, ...at(3), private: true });
  const all = [
    ["13:00", "Budget round", world.admin.fullname],
    ["12:00", "Budget round", world.admin.fullname],
    ["11:00", null, null],
    ["10:00", "Budget round", world.employee.fullname],
  ];
  expect(await shownAt(figures.bookings.query)).toEqual(all);
  const query = { ...week, format: "csv" };
  const { text } = await world.api(world.admin).get("/reservations/report/export", { query });
  const lines = text.split("\n").filter((line) => /,1[0-3]:00,/.test(line));
  expect(lines.map((line) => [/1\d:00/.exec(line)?.[0], line.includes("Budget round")])).toEqual(
    all.map(([from, title]) => [from, title !== null]),
  );
});

test("report rows are sorted by usage, type and name, and departments by cost", async () => {
  const [zab, barzan, citadel, erbil] = [
    await newRoom(world, "Zab"),
    await newRoom(world, "barzan"),
    await newRoom(world, "Citadel"),
    await newRoom(world, "Erbil"),
  ] as const;
  await newRoom(world, "Unused");
  await world.tx(async (tx) => {
    await tx.manager.query(
      `INSERT INTO car (tenant_id, name, plate_number, type, seats) VALUES (current_tenant(), 'Aurora', 'A 1', 'sedan', 4)`,
    );
    await tx.manager.query("UPDATE room SET hourly_rate = 10 WHERE id = ANY($1)", [[zab, citadel]]);
    for (const [name, person] of [
      ["Cheap", world.employee],
      ["Dear", world.manager],
      ["Free", world.hr],
      ["Long and free", world.finance],
    ] as const)
      await tx.manager.query(
        `WITH d AS (INSERT INTO department (tenant_id, name, code) VALUES (current_tenant(), $1, $1) RETURNING id)
         UPDATE employment SET period = '[2020-01-01,)', department_id = (SELECT id FROM d) WHERE user_id = $2`,
        [name, person.id],
      );
  });
  const on = (day: string, hours: number) => ({
    from: `2026-10-${day}T06:00:00Z`,
    until: `2026-10-${day}T0${6 + hours}:00:00Z`,
  });
  await booked({ room: zab, by: world.employee, ...on("20", 1) });
  await booked({ room: citadel, by: world.manager, ...on("20", 3) });
  await booked({ room: barzan, by: world.hr, ...on("20", 1) });
  await booked({ room: erbil, by: world.finance, ...on("21", 2) });
  const { resources, departments, figures } = await report();
  expect(resources.map(({ name }) => name)).toEqual(["Citadel", "Erbil", "barzan", "Zab", "Unused", "Aurora A 1"]);
  expect(departments.map(({ name }) => name)).toEqual(["Dear", "Cheap", "Long and free", "Free"]);
  const { data } = await rowsOf(figures.bookings.query);
  expect(data.map((row: { bookable: { name: string } }) => row.bookable.name)).toEqual([
    "Erbil",
    "barzan",
    "Citadel",
    "Zab",
  ]);
});

test("the report includes the previous period and can be filtered by building", async () => {
  const room = await newRoom(world, "Citadel");
  await newRoom(world, "Elsewhere");
  await world.tx((tx) => tx.manager.query("UPDATE room SET created_at = '2026-01-01'"));
  await booked({ room, by: world.employee, from: "2026-10-20T06:00:00Z", until: "2026-10-20T08:00:00Z" });
  await booked({ room, by: world.employee, from: "2026-10-13T06:00:00Z", until: "2026-10-13T07:00:00Z" });
  const compared = await report({ compare: "true" });
  expect(compared.figures.minutes).toMatchObject({ value: 120, previous: 60 });
  expect(compared.figures.use.value).toBe(2);
  const building = compared.buildings.find(({ name }) => name === "House Elsewhere")?.id;
  expect((await report({ building_id: building as number })).figures.bookings.value).toBe(0);
  expect((await report({ bookable_type: "car" })).resources).toEqual([]);
});

describe("bookable hours", () => {
  const openMinutes = async (query = {}) =>
    Object.fromEntries((await report(query)).resources.map(({ name, open_minutes }) => [name, open_minutes]));
  const change = (statement: string, ...values: unknown[]) => world.tx((tx) => tx.manager.query(statement, values));
  const entered = (room: number, at: string) => change("UPDATE room SET created_at = $2 WHERE id = $1", room, at);

  test("rooms without opening hours count 8 a.m. to 6 p.m. on working days", async () => {
    const [plain, open] = [await newRoom(world, "Plain"), await newRoom(world, "Open")];
    await change("UPDATE room SET created_at = '2026-01-01'");
    await change("UPDATE room SET opens_at = '09:00', closes_at = '13:30', open_days = '{6,7}' WHERE id = $1", open);
    expect(plain).not.toBe(open);
    expect(await openMinutes()).toEqual({ Plain: 3000, Open: 540 });
  });

  test("a room open until 24:00 counts its last hour, and bookings end on that day", async () => {
    const room = await newRoom(world, "Late", { opens_at: "20:00", closes_at: "24:00" });
    await entered(room, "2026-01-01T00:00:00Z");
    await booked({ room, by: world.employee, from: "2026-10-20T23:00:00Z", until: "2026-10-21T00:00:00Z" });
    expect(await openMinutes()).toEqual({ Late: 7 * 240 });
    const list = world.api(world.admin).get("/reservations/report/list", { query: { ...week, figure: "bookings" } });
    expect(requireOk(await list).body.data).toMatchObject([{ from: "23:00", until: "24:00", last_day: "2026-10-20" }]);
  });

  test("bookable hours run from creation to deletion in local time", async () => {
    const [late, deletedRoom, fresh, imported] = [
      await newRoom(world, "Late", { time_zone: "Asia/Baghdad" }),
      await newRoom(world, "Gone", { time_zone: "Asia/Baghdad" }),
      await newRoom(world, "Fresh"),
      await newRoom(world, "Imported", { time_zone: "Asia/Baghdad" }),
    ] as const;
    await entered(late, "2026-10-22T06:30:00Z"); // Thursday, 09:30 local time
    await entered(deletedRoom, "2026-01-01T00:00:00Z");
    await booked({
      room: deletedRoom,
      by: world.employee,
      from: "2026-10-19T06:00:00Z",
      until: "2026-10-19T07:00:00Z",
    });
    await change("UPDATE room SET deleted_at = '2026-10-20T09:00:00Z' WHERE id = $1", deletedRoom); // Tuesday, 12:00 local time
    await booked({ room: imported, by: world.employee, from: "2026-10-23T06:00:00Z", until: "2026-10-23T07:00:00Z" });
    const { weekend } = (await world.tx((tx) => tx.manager.query("SELECT weekend FROM tenant")))[0];
    expect(weekend).toEqual([0, 6]);
    expect(fresh).toBeGreaterThan(0);
    expect(await openMinutes()).toEqual({ Late: 510 + 600, Gone: 600 + 240, Fresh: 0, Imported: 540 });
    expect(
      (await report({ building_id: (await report()).buildings.find(({ name }) => name === "House Fresh")?.id ?? 0 }))
        .figures.use.value,
    ).toBeNull();
  });

  test("holidays of the location and out-of-service times are subtracted once", async () => {
    const [erbil, berlin] = [await newRoom(world, "Erbil"), await newRoom(world, "Berlin")];
    await change("UPDATE room SET created_at = '2026-01-01'");
    const holiday =
      "INSERT INTO holiday (tenant_id, date, name, half, location) VALUES (current_tenant(), $1, 'Day off', $2, $3)";
    await change(holiday, "2026-10-19", null, null);
    await change(holiday, "2026-10-20", "morning", null);
    await change(holiday, "2026-10-21", null, "berlin");
    const outage = `INSERT INTO outage (tenant_id, room_id, starts_at, ends_at) SELECT current_tenant(), r.id,
      $2::timestamp AT TIME ZONE COALESCE(h.time_zone, t.time_zone), $3::timestamp AT TIME ZONE COALESCE(h.time_zone, t.time_zone)
      FROM room r JOIN building h ON h.id = r.building_id JOIN tenant t ON t.id = r.tenant_id WHERE r.id = $1`;
    await change(outage, erbil, "2026-10-22 16:00", "2026-10-23 09:00");
    await change(outage, erbil, "2026-10-23 08:30", "2026-10-23 10:00");
    await change(outage, erbil, "2026-10-24 00:00", "2026-10-26 09:00");
    expect(berlin).not.toBe(erbil);
    expect(await openMinutes()).toEqual({ Erbil: 300 + 600 + 480 + 480, Berlin: 300 + 600 + 600 });
  });
});

test("exported hours add up to those of the rooms and the total", async () => {
  const room = await newRoom(world, "Citadel");
  for (const hour of ["06", "07", "08"]) {
    await booked({ room, by: world.employee, from: `2026-10-20T${hour}:00:00Z`, until: `2026-10-20T${hour}:20:00Z` });
  }
  const { text } = await world
    .api(world.admin)
    .get("/reservations/report/export", { query: { ...week, format: "csv" } });
  const hours = [...text.matchAll(/,(0\.33\d+),/g)].map(([, hour]) => Number(hour) * 10_000);
  expect(hours.reduce((sum, hour) => sum + hour, 0)).toBeCloseTo(10_000, 6);
});

test("each moment counts once across daylight saving changes", async () => {
  const room = await newRoom(world, "Berlin", { time_zone: "Europe/Berlin", cross_day: true });
  await booked({ room, by: world.employee, from: "2026-10-24T20:10:00Z", until: "2026-10-25T04:40:00Z" });
  await booked({ room, by: world.employee, from: "2026-03-28T22:10:00Z", until: "2026-03-29T03:40:00Z" });
  // Inserts a booking that begins in the first occurrence of the repeated hour.
  const other = await newRoom(world, "Hamburg", { time_zone: "Europe/Berlin" });
  await booked({ room: other, by: world.employee, from: "2026-10-25T00:30:00Z", until: "2026-10-25T01:45:00Z" });
  for (const period of [week, { from: "2026-03-28", to: "2026-03-29" }]) {
    const { figures, hours } = await report(period);
    expect(hours.reduce((all, { minutes }) => all + minutes, 0)).toBe(figures.minutes.value);
  }
});

test("the report export escapes formulas", async () => {
  const room = await newRoom(world, "=Citadel()");
  await booked({ room, by: world.employee, from: "2026-10-20T06:00:00Z", until: "2026-10-20T08:00:00Z" });
  const file = (format: string) =>
    world.api(world.admin).get("/reservations/report/export", { query: { ...week, format } });
  const csv = await file("csv");
  expect([csv.status, csv.text]).toEqual([200, expect.stringContaining("'=Citadel()")]);
  expect(csv.text).toContain("2026-10-20,06:00,2026-10-20,08:00,UTC,Room");
  expect((await file("xlsx")).status).toBe(200);
  expect((await file("pdf")).status).toBe(422);
});
