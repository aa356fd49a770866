import { sql, type Tx } from "../../../server/platform/database/unit-of-work";
import type { Answer } from "../../support/api";
import { expandGrid } from "../../../shared/bookings/bookings/grid.rules";
import { runWhileLocked } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { wednesdayAt, newRoom } from "./rooms";

const server = testServer();

let world: World;
let building: number;
beforeEach(async () => {
  world = await server.world();
  building = requireOk(await world.api(world.admin).post("/building", { name: "East wing" })).body.data.id;
});

const refused = ({ status, body }: Answer) => [status, body.code, Object.keys(body.errors ?? {})];
const newPiece = async (name: string, overrides: object = {}): Promise<number> => {
  const body = { name, kind: "laptop", building_id: building, ...overrides };
  return requireOk(await world.api(world.admin).post("/equipment", body)).body.data.id;
};
const alone = (piece: number, overrides: object = {}) => ({
  title: "Workshop",
  bookable_type: "equipment",
  bookable_id: piece,
  start_date: wednesdayAt("09:00"),
  end_date: wednesdayAt("10:00"),
  ...overrides,
});
const withRoom = (room: number, equipment: number[], overrides: object = {}) => ({
  ...alone(room, overrides),
  bookable_type: "room",
  equipment,
});
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const grid = async (from = wednesdayAt("00:00"), until = wednesdayAt("23:00")) => {
  const read = requireOk(
    await world
      .api(world.employee)
      .get(`/reservations/grid?bookable_type=equipment&start_date=${from}&end_date=${until}`),
  ).body.data;
  return expandGrid(read);
};

/** Finds pieces of equipment that are booked twice, without using the exclusion constraint. */
const selectDoubleBookedPieces = sql(
  "test.piecesOfTwo",
  `SELECT a.id, b.id FROM booking a JOIN booking b ON b.tenant_id = a.tenant_id AND b.id > a.id
     AND a.equipment_ids && b.equipment_ids AND a.starts_at < b.ends_at AND b.starts_at < a.ends_at
   WHERE a.tenant_id = current_tenant() AND a.status IN ('pending', 'approved') AND b.status IN ('pending', 'approved')`,
);
const takenTwice = () => world.tx((tx) => tx.rows(selectDoubleBookedPieces));

test("booking invalid or unavailable equipment is refused with errors by field", async () => {
  const [laptop, evening] = [
    await newPiece("Laptop"),
    await newPiece("Evening", { opens_at: "17:00", closes_at: "22:00" }),
  ];
  const api = world.api(world.employee);
  const refusals: [object, string][] = [
    [alone(laptop, { bookable_id: undefined }), "bookable_id"],
    [alone(999_999), "bookable_id"],
    [alone(laptop, { end_date: wednesdayAt("09:00") }), "end_date"],
    [alone(evening), "start_date"],
    [alone(laptop, { equipment: [evening] }), "equipment"],
    [alone(laptop, { basket: [{ bookable_type: "equipment", bookable_id: laptop }] }), "basket.0.bookable_id"],
    [alone(laptop, { basket: [{ bookable_type: "equipment", bookable_id: evening }] }), "basket.0.bookable_id"],
  ];
  for (const [body, field] of refusals)
    expect(refused(await api.post("/booking", body))).toEqual([422, "request.invalid", [field]]);
  expect((await world.api(world.external).post("/booking", alone(laptop))).status).toBe(403);
  const { id } = requireOk(await api.post("/booking", alone(laptop))).body.data;
  expect((await world.api(world.hr).put(`/booking/${id}`, { title: "Mine" })).status).toBe(403);
  expect(refused(await api.put(`/booking/${id}`, { bookable_id: evening }))).toEqual([
    422,
    "request.invalid",
    ["start_date"],
  ]);
  expect(refused(await api.put(`/booking/${id}`, { bookable_id: 999_999 }))[2]).toEqual(["bookable_id"]);
});

test("equipment booked without a room can be moved, swapped, ended and listed", async () => {
  const [laptop, other, mouse] = [await newPiece("Laptop 1"), await newPiece("Laptop 2"), await newPiece("Mouse")];
  const api = world.api(world.employee);
  const createdBooking = requireOk(await api.post("/booking", alone(laptop, { equipment: [mouse] }))).body.data;
  expect(createdBooking).toMatchObject({
    bookable_type: "equipment",
    bookable_id: laptop,
    status: "approved",
    can: { edit: true },
  });
  expect(idsOf(createdBooking.equipment)).toEqual([laptop, mouse]);
  const room = await newRoom(world, "Zab");
  const meeting = requireOk(await api.post("/booking", withRoom(room, [other]))).body.data;
  const currentGrid = await grid();
  expect(currentGrid.resources).toMatchObject([
    { id: laptop, equipment_kind: "laptop", building: "East wing", car_type: null },
    { id: other },
    { id: mouse },
  ]);
  expect(currentGrid.bookings).toMatchObject([
    { id: createdBooking.id, bookable_type: "equipment", bookable_id: laptop },
    { id: meeting.id, bookable_type: "room", bookable_id: room },
  ]);
  expect(requireOk(await api.get("/reservations?bookable_type=equipment")).body.data).toHaveLength(1);
  expect(requireOk(await api.get(`/reservations?bookable_type=equipment&bookable_id=${mouse}`)).body.data).toEqual([]);
  expect(requireOk(await api.get("/my-reservations/next")).body.data).toMatchObject([
    { id: createdBooking.id, place: "Laptop 1" },
    { id: meeting.id, place: "Zab" },
  ]);
  const lost = await api.put(`/booking/${createdBooking.id}`, { bookable_id: other });
  expect([lost.status, lost.body.data.conflicts]).toMatchObject([409, [{ equipment: "Laptop 2" }]]);
  const moved = requireOk(
    await api.put(`/booking/${createdBooking.id}`, { bookable_id: other, start_date: wednesdayAt("10:00") }),
  ).body.data;
  expect([moved.bookable_id, idsOf(moved.equipment), moved.end_date]).toEqual([
    other,
    [other, mouse],
    new Date(wednesdayAt("11:00")).toISOString(),
  ]);
  expect(
    requireOk(await api.put(`/booking/${createdBooking.id}`, { equipment: [] })).body.data.equipment,
  ).toMatchObject([{ id: other }]);
  const free = requireOk(
    await api.get(
      `/reservations/free?bookable_type=equipment&start_date=${wednesdayAt("10:00")}&end_date=${wednesdayAt("10:30")}&tools=laptop`,
    ),
  ).body.data;
  expect(free.map((each: Record<string, number>) => [each.bookable_id, each.minutes_off])).toEqual([
    [laptop, 0],
    [mouse, 0],
  ]);
  const when = `start_date=${wednesdayAt("10:00")}&end_date=${wednesdayAt("10:30")}`;
  const check = requireOk(
    await api.get(`/reservations/check-date?bookable_type=equipment&bookable_id=${other}&${when}`),
  ).body.data;
  expect([check.free, check.conflicts.length]).toEqual([false, 1]);
  expect(
    requireOk(await api.get(`/reservations/check-date?bookable_type=equipment&${when}`)).body.data.available,
  ).toHaveLength(2);
  requireOk(await api.delete(`/booking/${createdBooking.id}`));
  expect(idsOf((await grid()).bookings)).toEqual([meeting.id]);
});

test("taken equipment gets 409 with the conflict and free alternatives", async () => {
  const [laptop, spare] = [await newPiece("Laptop"), await newPiece("Spare")];
  requireOk(await world.api(world.employee).post("/booking", alone(laptop)));
  const lost = await world.api(world.hr).post("/booking", alone(laptop));
  expect([lost.status, lost.body.code]).toEqual([409, "booking.taken"]);
  expect(lost.body.data.conflicts).toMatchObject([{ equipment: "Laptop", requester: { id: world.employee.id } }]);
  const half = await world
    .api(world.hr)
    .post("/booking", alone(laptop, { start_date: wednesdayAt("09:30"), end_date: wednesdayAt("10:30") }));
  expect(half.body.data.alternatives).toMatchObject([
    { kind: "equipment", bookable_id: spare, instead_of: laptop },
    { kind: "later", bookable_id: laptop, start_date: new Date(wednesdayAt("10:00")).toISOString() },
  ]);
  const weekly = alone(laptop, { repeat: "weekly", repeat_count: 2 });
  const [first, second] = requireOk(await world.api(world.hr).post("/booking/preview", weekly)).body.data.dates;
  expect([first.free, second.free]).toEqual([false, true]);
  expect(first.alternatives[0]).toMatchObject({ kind: "equipment", bookable_id: spare });
  const dates = [{ date: first.date, bookable_id: spare }];
  const series = requireOk(await world.api(world.hr).post("/booking", { ...weekly, dates })).body.dates;
  expect(series.map(({ bookable_id }: { bookable_id: number }) => bookable_id)).toEqual([spare, laptop]);
  expect(await takenTwice()).toEqual([]);
});

test("equipment with approval is blocked while its booking is pending", async () => {
  const camera = await newPiece("Camera", { kind: "camera", auto_approve: false });
  const [api, admin] = [world.api(world.employee), world.api(world.admin)];
  const createdBooking = requireOk(await api.post("/booking", alone(camera))).body.data;
  expect(createdBooking.status).toBe("pending");
  const [request] = requireOk(await api.get("/reservations/request")).body.data;
  expect(request).toMatchObject({
    type: `equipment-${camera}`,
    booking: { bookable_type: "equipment", place: "Camera" },
  });
  expect((await world.api(world.hr).post("/booking", alone(camera))).status).toBe(409);
  requireOk(await admin.put(`/booking/${createdBooking.id}/approve`));
  expect(
    requireOk(await api.put(`/booking/${createdBooking.id}`, { start_date: wednesdayAt("11:00") })).body.data.status,
  ).toBe("pending");
  requireOk(await admin.put(`/booking/${createdBooking.id}/reject`, { reason: "Needed elsewhere" }));
  const room = await newRoom(world, "Zab");
  const meeting = requireOk(await api.post("/booking", withRoom(room, []))).body.data;
  expect(meeting.status).toBe("approved");
  expect(requireOk(await api.put(`/booking/${meeting.id}`, { equipment: [camera] })).body.data.status).toBe("pending");
  expect(
    requireOk(
      await api.post(
        "/booking",
        withRoom(room, [camera], { start_date: wednesdayAt("12:00"), end_date: wednesdayAt("13:00") }),
      ),
    ).body.data.status,
  ).toBe("pending");
  requireOk(await admin.put(`/booking/${meeting.id}/approve`));
  expect(requireOk(await api.put(`/booking/${meeting.id}`, { title: "Other words" })).body.data.status).toBe(
    "approved",
  );
  expect(await takenTwice()).toEqual([]);
});

test("an outage swaps or cancels equipment bookings and notifies the owner", async () => {
  const [laptop, spare] = [await newPiece("Laptop"), await newPiece("Spare")];
  const api = world.api(world.employee);
  const [first, second] = [
    requireOk(await api.post("/booking", alone(laptop))).body.data.id,
    requireOk(
      await api.post("/booking", alone(laptop, { start_date: wednesdayAt("10:00"), end_date: wednesdayAt("11:00") })),
    ).body.data.id,
  ];
  const out = { equipment_id: laptop, start_date: wednesdayAt("08:00"), end_date: wednesdayAt("12:00") };
  const listed = await world.api(world.admin).post("/outage", out);
  expect(listed.body.data.bookings).toMatchObject([
    { id: first, goes_on: false, suggested: spare },
    { id: second, goes_on: false, suggested: spare },
  ]);
  const bookings = [
    { id: first, to: spare },
    { id: second, to: null },
  ];
  requireOk(await world.api(world.admin).post("/outage", { ...out, bookings }));
  expect(requireOk(await api.get(`/booking/${first}`)).body.data).toMatchObject({
    bookable_id: spare,
    status: "approved",
  });
  expect(requireOk(await api.get(`/booking/${second}`)).body.data.status).toBe("cancelled");
  const currentGrid = await grid();
  expect([idsOf(currentGrid.bookings), currentGrid.outages]).toMatchObject([[first], [{ bookable_id: laptop }]]);
});

const lockOf = (piece: number) => (tx: Tx) =>
  tx.manager.query("SELECT FROM equipment WHERE id = $1 FOR NO KEY UPDATE", [piece]);

test("concurrent bookings of one piece, alone or with rooms: one succeeds", async () => {
  const laptop = await newPiece("Laptop");
  const rooms: number[] = [];
  for (let n = 0; n < 3; n++) rooms.push(await newRoom(world, `Room ${n}`));
  const bodies = [...rooms.map((room) => withRoom(room, [laptop])), alone(laptop), alone(laptop), alone(laptop)];
  const answers = await runWhileLocked(
    server,
    world,
    lockOf(laptop),
    bodies.map((body) => () => world.api(world.employee).post("/booking", body)),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(5).fill(409)]);
  expect(await takenTwice()).toEqual([]);
});

test("two concurrent moves to one piece of equipment: one succeeds", async () => {
  const [laptop, one, two] = [await newPiece("Laptop"), await newPiece("One"), await newPiece("Two")];
  const api = world.api(world.employee);
  const ids = [
    requireOk(await api.post("/booking", alone(one))).body.data.id,
    requireOk(await api.post("/booking", alone(two))).body.data.id,
  ];
  const answers = await runWhileLocked(
    server,
    world,
    lockOf(laptop),
    ids.map((id) => () => api.put(`/booking/${id}`, { bookable_id: laptop })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await takenTwice()).toEqual([]);
});
