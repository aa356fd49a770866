import { sql } from "../../../server/platform/database/unit-of-work";
import { expandGrid } from "../../../shared/bookings/bookings/grid.rules";

import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { recordStatementNames } from "../../support/statements/sent";
import { wednesdayAt, newRoom } from "./rooms";

const server = testServer();
let world: World;
let room: number;
let piece: number;
let team: Record<"owner" | "guest" | "manager" | "viewer", Person>;

const insertPiece = sql(
  "test.gridPiece",
  `INSERT INTO equipment (tenant_id, building_id, name, kind)
   SELECT current_tenant(), building_id, $2, 'projector' FROM room WHERE id = $1 RETURNING id`,
);
const updateNames = sql(
  "test.gridRename",
  `WITH p AS (UPDATE app_user SET fullname = $2 WHERE tenant_id = current_tenant() AND id = $1)
   UPDATE equipment SET name = $4 WHERE tenant_id = current_tenant() AND id = $3`,
);

beforeAll(async () => {
  world = await server.world();
  room = await newRoom(world, "Grid", { auto_approve: true });
  piece = await world.tx(async (tx) => (await tx.one<{ id: number }>(insertPiece, [room, "Beamer"]))?.id as number);
  const { employee, manager } = world;
  team = { owner: employee, guest: await world.person("employee"), manager, viewer: await world.person("employee") };
});

const day = { bookable_type: "room", start_date: wednesdayAt("00:00"), end_date: wednesdayAt("23:59") };
const read = async (who: Person, path: string) => {
  const { data } = requireOk(await world.api(who).get(path, { query: day })).body;
  return Array.isArray(data) ? data : expandGrid(data).bookings;
};

/** The grid, which caches serialized texts, must equal the list for every reader. */
async function sameForAll(): Promise<void> {
  for (const who of Object.values(team))
    expect(await read(who, "/reservations/grid")).toEqual(await read(who, "/reservations"));
}

test("the grid shows any day, and at most a year at once", async () => {
  const gridOf = (start_date: string, end_date: string) =>
    world.api(team.owner).get("/reservations/grid", { query: { bookable_type: "room", start_date, end_date } });
  // A series extends beyond the six months of the lists, and its dates can be opened.
  for (const weeks of [-60, 60]) requireOk(await gridOf(wednesdayAt("00:00", weeks), wednesdayAt("23:59", weeks)));
  expect((await gridOf(wednesdayAt("00:00", 1), wednesdayAt("00:00", 1))).body.errors).toHaveProperty("end_date");
  expect((await gridOf(wednesdayAt("00:00", -27), wednesdayAt("00:00", 27))).body.errors).toHaveProperty("end_date");
});

test("the grid equals the list for each reader after each kind of change", async () => {
  const api = world.api(team.owner);
  const book = async (from: string, until: string, overrides: object) =>
    requireOk(
      await api.post("/booking", {
        title: "Planning “Ü” \\ مراجعة",
        bookable_type: "room",
        bookable_id: room,
        start_date: wednesdayAt(from),
        end_date: wednesdayAt(until),
        ...overrides,
      }),
    ).body.data;
  const open = await book("09:00", "10:00", { participants: [team.guest.id, team.manager.id], equipment: [piece] });
  const hidden = await book("10:00", "11:00", { private: true, note: "Salaries", participants: [team.guest.id] });
  await sameForAll();
  const [, hiddenBooking] = await read(team.viewer, "/reservations/grid");
  expect(hiddenBooking).toMatchObject({ id: hidden.id, title: null, note: null, requester: null, participants: [] });
  expect((await read(team.guest, "/reservations/grid"))[1]).toMatchObject({ title: hidden.title, note: "Salaries" });

  requireOk(await world.api(team.guest).put(`/booking/${open.id}/answer`, { answer: "maybe" }));
  await sameForAll();
  requireOk(
    await api.put(`/booking/${open.id}`, {
      title: "Moved",
      start_date: wednesdayAt("08:00"),
      end_date: wednesdayAt("09:00"),
    }),
  );
  requireOk(await api.put(`/booking/${hidden.id}`, { participants: [team.manager.id] }));
  await sameForAll();
  expect((await read(team.guest, "/reservations/grid"))[1]).toMatchObject({ title: null });
  // Changes data outside the booking's row: names of users and equipment.
  await world.tx((tx) => tx.rows(updateNames, [team.guest.id, "Aaron Renamed", piece, "Projector"]));
  await sameForAll();
  expect(JSON.stringify(await read(team.viewer, "/reservations/grid"))).toContain("Aaron Renamed");
  requireOk(await api.delete(`/booking/${open.id}`));
  await sameForAll();
  expect(await read(team.viewer, "/reservations/grid")).toHaveLength(1);
  // Users who occur only in bookings hidden from the reader are omitted.
  const people = async (who: Person) =>
    requireOk(await world.api(who).get("/reservations/grid", { query: day })).body.data.people.map(
      ({ id }: Person) => id,
    );
  expect(new Set(await people(team.owner))).toEqual(new Set([team.owner.id, team.manager.id]));
  expect(await people(team.viewer)).toEqual([]);
});

const series = (repeat_count: number, minute: string, room_id: number) => ({
  title: "Daily",
  bookable_type: "room",
  bookable_id: room_id,
  repeat: "daily",
  repeat_count,
  start_date: wednesdayAt(`13:${minute}`),
  end_date: wednesdayAt(`14:${minute}`),
});

test("the grid and a series with approval run a constant number of SQL statements", async () => {
  const decided = await newRoom(world, "Decided", { auto_approve: false });
  const api = world.api(team.owner);
  const asking = (body: object) => recordStatementNames(async () => requireOk(await api.post("/booking", body)));
  const statementsForFew = await asking(series(2, "00", decided));
  const statementsForMany = await asking({
    ...series(40, "00", decided),
    start_date: wednesdayAt("15:00"),
    end_date: wednesdayAt("16:00"),
  });
  // Large series first run ANALYZE on the tables.
  expect(statementsForMany.filter((each) => each !== "bookingRequests.analyze")).toEqual(statementsForFew);
  expect(statementsForMany.length).toBeLessThanOrEqual(30);

  await read(team.owner, "/reservations/grid");
  const again = await recordStatementNames(() => read(team.viewer, "/reservations/grid"));
  expect(again).not.toContain("bookings.factsByIds");
  expect(again.length).toBeLessThanOrEqual(10);
});

test("a large series with approval analyzes its tables once they have grown", async () => {
  const tables = "('booking'::regclass, 'booking_request'::regclass, 'request'::regclass)";
  const decided = await newRoom(world, "Daily", { auto_approve: false });
  // Resets the statistics to nearly empty tables, whatever other tests left in them.
  await server.owner.query(`UPDATE pg_class SET relpages = 1, reltuples = 1 WHERE oid IN ${tables}`);
  requireOk(await world.api(team.owner).post("/booking", series(200, "00", decided)));
  const analyzedTables = await server.owner.query(`SELECT reltuples::int AS rows FROM pg_class WHERE oid IN ${tables}`);
  expect(analyzedTables.filter(({ rows }: { rows: number }) => rows >= 200)).toHaveLength(3);
});
