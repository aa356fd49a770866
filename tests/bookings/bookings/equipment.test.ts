import { randomFrom } from "../../../server/platform/demo/demo.random";
import { sql, type Tx } from "../../../server/platform/database/unit-of-work";
import type { Answer } from "../../support/api";
import { runWhileLocked } from "../../support/serialized";
import { testServer } from "../../support/server";
import { runsAll } from "../../run-size";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { wednesdayAt, doubleBookings, newRoom } from "./rooms";

const server = testServer();

let world: World;
let building: number;
beforeEach(async () => {
  world = await server.world();
  building = requireOk(await world.api(world.admin).post("/building", { name: "East wing" })).body.data.id;
});

const refused = ({ status, body }: Answer) => [status, body.code, Object.keys(body.errors ?? {})];
const newPiece = async (name: string, kind = "projector"): Promise<number> =>
  requireOk(await world.api(world.admin).post("/equipment", { name, kind, building_id: building })).body.data.id;
const bookingOf = (room: number, equipment: readonly number[], overrides: object = {}) => ({
  title: "Sprint review",
  bookable_type: "room",
  bookable_id: room,
  start_date: wednesdayAt("09:00"),
  end_date: wednesdayAt("10:00"),
  equipment,
  ...overrides,
});

/** Finds pairs of overlapping bookings that share a piece of equipment, independently of the exclusion constraint. */
const selectDoubleBookedPieces = sql(
  "test.piecesTwice",
  `SELECT a.id, b.id FROM booking a JOIN booking b ON b.tenant_id = a.tenant_id AND b.id > a.id
     AND a.equipment_ids && b.equipment_ids AND a.starts_at < b.ends_at AND b.starts_at < a.ends_at
   WHERE a.tenant_id = current_tenant() AND a.status IN ('pending', 'approved') AND b.status IN ('pending', 'approved')`,
);
const takenTwice = () => world.tx((tx) => tx.rows(selectDoubleBookedPieces));

test("room managers can manage equipment, and other users get 403", async () => {
  const body = { name: "Beamer", kind: "projector", building_id: building };
  expect((await world.api(world.employee).post("/equipment", body)).status).toBe(403);
  expect((await world.api(world.external).get("/equipment")).status).toBe(403);
  const api = world.api(world.admin);
  const piece = requireOk(await api.post("/equipment", body)).body.data;
  expect(piece).toMatchObject({ ...body, color: null, building: { name: "East wing" }, can: { edit: true } });
  for (const [change, field] of [
    [{ name: "" }, "name"],
    [{ name: "BEAMER" }, "name"],
    [{ kind: "boat" }, "kind"],
    [{ building_id: 999_999 }, "building_id"],
    [{ color: "pink" }, "color"],
  ] as const)
    expect(refused(await api.post("/equipment", { ...body, name: "Other", ...change }))).toEqual([
      422,
      "request.invalid",
      [field],
    ]);
  requireOk(await api.put(`/equipment/${piece.id}`, { ...body, name: "Beamer 2", version: 1 }));
  expect((await api.put(`/equipment/${piece.id}`, { ...body, version: 1 })).body.code).toBe("organization.stale");
  requireOk(await api.post("/booking", bookingOf(await newRoom(world, "Zab"), [piece.id])));
  const inUse = await api.delete(`/equipment/${piece.id}`);
  expect([inUse.status, inUse.body.data.uses]).toEqual([
    409,
    [{ kind: "bookings", count: 1, names: ["Sprint review"] }],
  ]);
  const idle = await newPiece("Idle");
  requireOk(await api.delete(`/equipment/${idle}`));
  expect(requireOk(await api.get("/equipment")).body.data.map(({ name }: { name: string }) => name)).toEqual([
    "Beamer 2",
  ]);
  const room = await newRoom(world, "Barzan");
  expect(refused(await api.post("/booking", bookingOf(room, [idle])))).toEqual([422, "request.invalid", ["equipment"]]);
  requireOk(await api.put(`/equipment/${idle}/restore`));
  expect((await api.post("/booking", bookingOf(room, [idle, idle]))).status).toBe(201);
});

test("a booking gets all its equipment or 409 naming each conflict", async () => {
  const [zab, barzan] = [await newRoom(world, "Zab"), await newRoom(world, "Barzan")];
  const [beamer, camera] = [await newPiece("Beamer"), await newPiece("Camera", "camera")];
  const spare = await newPiece("Spare beamer");
  const first = requireOk(await world.api(world.employee).post("/booking", bookingOf(zab, [camera, beamer]))).body.data;
  expect(first.equipment).toEqual([
    { id: beamer, name: "Beamer" },
    { id: camera, name: "Camera" },
  ]);
  const lost = await world.api(world.hr).post("/booking", bookingOf(barzan, [beamer, camera]));
  expect([lost.status, lost.body.code]).toEqual([409, "booking.taken"]);
  expect(lost.body.data.conflicts).toMatchObject([
    { bookable_id: beamer, equipment: "Beamer", title: "Sprint review", requester: { id: world.employee.id } },
    { bookable_id: camera, equipment: "Camera" },
  ]);
  expect(lost.body.data.alternatives).toMatchObject([
    { kind: "equipment", bookable_id: spare, instead_of: beamer, name: "Spare beamer" },
  ]);
  expect(requireOk(await world.api(world.hr).get("/reservations")).body.data).toHaveLength(1);
  const both = await world.api(world.hr).post("/booking", bookingOf(zab, [beamer], { end_date: wednesdayAt("09:30") }));
  expect(both.body.data.conflicts.map((each: { bookable_id: number }) => each.bookable_id)).toEqual([zab, beamer]);
  expect((await world.api(world.hr).post("/booking", bookingOf(barzan, [spare]))).status).toBe(201);
});

test("changes, series, approval and cancellation include the equipment", async () => {
  const approvedRoom = await newRoom(world, "Zab", { auto_approve: false });
  const barzan = await newRoom(world, "Barzan");
  const [beamer, camera] = [await newPiece("Beamer"), await newPiece("Camera", "camera")];
  const api = world.api(world.employee);
  const free = async (equipment: number[], start = "09:00", week = 3) => {
    const when = { start_date: wednesdayAt(start, week), end_date: wednesdayAt(`${start.slice(0, 2)}:30`, week) };
    const tried = await world.api(world.hr).post("/booking", bookingOf(barzan, equipment, when));
    if (tried.status === 201) requireOk(await world.api(world.hr).delete(`/booking/${tried.body.data.id}`));
    return tried.status === 201;
  };
  const { id } = requireOk(await api.post("/booking", bookingOf(approvedRoom, [beamer]))).body.data;
  expect(requireOk(await api.get("/reservations/request")).body.data[0].booking.equipment).toEqual(["Beamer"]);
  expect(await free([beamer])).toBe(false);
  requireOk(await world.api(world.admin).put(`/booking/${id}/reject`, { reason: "Moved" }));
  expect(await free([beamer])).toBe(true);
  const createdBooking = requireOk(await api.post("/booking", bookingOf(barzan, [beamer]))).body.data;
  requireOk(await api.put(`/booking/${createdBooking.id}`, { start_date: wednesdayAt("11:00") }));
  expect([await free([beamer]), await free([beamer], "11:00")]).toEqual([true, false]);
  requireOk(
    await api.put(`/booking/${createdBooking.id}`, {
      equipment: [camera],
      bookable_id: barzan,
      start_date: wednesdayAt("12:00"),
    }),
  );
  expect([await free([beamer], "11:00"), await free([camera], "12:00")]).toEqual([true, false]);
  expect(requireOk(await api.put(`/booking/${createdBooking.id}`, { equipment: [] })).body.data.equipment).toEqual([]);
  const conflictingBooking = bookingOf(barzan, [camera], {
    start_date: wednesdayAt("14:00", 5),
    end_date: wednesdayAt("15:00", 5),
  });
  const inTheWay = requireOk(await world.api(world.hr).post("/booking", conflictingBooking)).body.data.id;
  const weekly = bookingOf(approvedRoom, [camera, beamer], {
    start_date: wednesdayAt("14:00"),
    end_date: wednesdayAt("15:00"),
    repeat: "weekly",
    repeat_count: 4,
  });
  const preview = requireOk(await api.post("/booking/preview", weekly)).body.data.dates;
  expect(preview.map(({ free: isFree }: { free: boolean }) => isFree)).toEqual([true, true, false, true]);
  expect(preview[2].conflicts).toMatchObject([{ equipment: "Camera", bookable_id: camera }]);
  const lost = await api.post("/booking", weekly);
  expect([lost.status, lost.body.data.conflicts.length]).toEqual([409, 1]);
  requireOk(await world.api(world.hr).delete(`/booking/${inTheWay}`));
  const series = requireOk(await api.post("/booking", weekly)).body;
  expect(await free([beamer], "14:00", 6)).toBe(false);
  requireOk(await api.put(`/booking/${series.data.id}`, { equipment: [beamer], scope: "all" }));
  expect([await free([camera], "14:00", 6), await free([beamer], "14:00", 6)]).toEqual([true, false]);
  requireOk(await api.delete(`/booking/${series.data.id}`, { scope: "all" }));
  expect(await free([beamer], "14:00", 6)).toBe(true);
  expect(await takenTwice()).toEqual([]);
});

test("concurrent bookings of one piece in different rooms: one succeeds", async () => {
  const beamer = await newPiece("Beamer");
  const rooms: number[] = [];
  for (let n = 0; n < 6; n++) rooms.push(await newRoom(world, `Room ${n}`));
  // NO KEY UPDATE doesn't conflict with the slot's foreign key: only the explicit lock waits.
  const lock = (tx: Tx) => tx.manager.query("SELECT FROM equipment WHERE id = $1 FOR NO KEY UPDATE", [beamer]);
  const answers = await runWhileLocked(
    server,
    world,
    lock,
    rooms.map((room) => () => world.api(world.employee).post("/booking", bookingOf(room, [beamer]))),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(5).fill(409)]);
});

test("concurrent deletion and booking of equipment: one of them is refused", async () => {
  const [beamer, room] = [await newPiece("Beamer"), await newRoom(world, "Zab")];
  const lock = (tx: Tx) => tx.manager.query("SELECT FROM equipment WHERE id = $1 FOR UPDATE", [beamer]);
  const [deletion, bookingResponse] = await runWhileLocked(server, world, lock, [
    () => world.api(world.admin).delete(`/equipment/${beamer}`),
    () => world.api(world.employee).post("/booking", bookingOf(room, [beamer])),
  ]);
  expect([
    [200, 422],
    [409, 201],
  ]).toContainEqual([deletion?.status, bookingResponse?.status]);
  const building_id = building;
  expect((await world.api(world.admin).delete(`/building/${building_id}`)).status).toBe(
    deletion?.status === 200 ? 200 : 409,
  );
});

test("random booking, moving, changing and cancelling never double-books", async () => {
  const rooms = [await newRoom(world, "Zab"), await newRoom(world, "Barzan", { buffer_after_minutes: 15 })];
  const pieces = [await newPiece("Beamer"), await newPiece("Camera", "camera")];
  const { next } = randomFrom(Number(process.env.SEED ?? 5));
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
  const ids: number[] = [];
  const api = world.api(world.admin);
  const step = async () => {
    const hour = 9 + Math.floor(next() * 5);
    const when = {
      start_date: wednesdayAt(`${String(hour).padStart(2, "0")}:00`),
      end_date: wednesdayAt(`${hour + 1}:30`),
    };
    const some = pieces.filter(() => next() < 0.6);
    const actionDraw = next();
    if (actionDraw < 0.5 || ids.length === 0) {
      const series = next() < 0.2 ? { repeat: "weekly", repeat_count: 2 } : {};
      const response = await api.post("/booking", bookingOf(pick(rooms), some, { ...when, ...series }));
      for (const { id } of response.status === 201 ? response.body.dates : []) ids.push(id);
      return response.status;
    }
    const scope = pick(["this", "following", "all"]);
    if (actionDraw < 0.85) return (await api.put(`/booking/${pick(ids)}`, { ...when, equipment: some, scope })).status;
    return (await api.delete(`/booking/${pick(ids)}`, { scope })).status;
  };
  for (let n = 0; n < (runsAll ? 400 : 6); n++) {
    for (const status of await Promise.all([step(), step(), step()])) expect([200, 201, 409, 422]).toContain(status);
    expect([await doubleBookings(world), await takenTwice()]).toEqual([[], []]);
  }
});
