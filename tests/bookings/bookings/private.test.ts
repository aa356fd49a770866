import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { wednesdayAt, newRoom } from "./rooms";

const server = testServer();

const booked = (room: number, overrides: object = {}) => ({
  title: "Interview",
  note: "Salaries",
  private: true,
  bookable_type: "room",
  bookable_id: room,
  start_date: wednesdayAt("09:00"),
  end_date: wednesdayAt("10:00"),
  ...overrides,
});

test("booking managers move and cancel private bookings but can't read them", async () => {
  const world = await server.world();
  const api = world.api(world.manager);
  const team = requireOk(await world.api(world.hr).post("/groups", { title: "Managers", users: [world.manager.id] }))
    .body.data;
  const room = await newRoom(world, "Zab");
  const other = await newRoom(world, "Citadel");
  const { id } = requireOk(await world.api(world.employee).post("/booking", booked(room))).body.data;
  for (const change of [
    { participants: [world.manager.id] },
    { groups: [team.id] },
    { guests: ["me@elsewhere.test"] },
    { private: false },
    { title: "Anything" },
    { note: "" },
    { purpose: "None" },
    { from_place: "Here" },
    { to_place: "There", start_date: wednesdayAt("10:00") },
  ]) {
    const answer = await api.put(`/booking/${id}`, change);
    expect([JSON.stringify(change), answer.status, answer.body.code]).toEqual([
      JSON.stringify(change),
      403,
      "booking.notYours",
    ]);
  }
  const moved = requireOk(
    await api.put(`/booking/${id}`, {
      bookable_id: other,
      start_date: wednesdayAt("11:00"),
      end_date: wednesdayAt("12:00"),
    }),
  );
  expect(moved.body.data).toMatchObject({
    bookable_id: other,
    private: true,
    title: null,
    note: null,
    requester: null,
  });
  expect(requireOk(await world.api(world.employee).get(`/booking/${id}`)).body.data).toMatchObject({
    title: "Interview",
    note: "Salaries",
    participants: [],
  });
  requireOk(await api.delete(`/booking/${id}`, { scope: "this" }));
});

test("other users can't change the text of private dates of a series", async () => {
  const world = await server.world();
  const room = await newRoom(world, "Zab");
  const owner = world.api(world.employee);
  const { dates } = requireOk(
    await owner.post("/booking", booked(room, { private: false, repeat: "weekly", repeat_count: 3 })),
  ).body;
  requireOk(await owner.put(`/booking/${dates[2].id}`, { private: true }));
  const api = world.api(world.manager);
  const change = { participants: [world.manager.id] };
  expect((await api.put(`/booking/${dates[0].id}`, { ...change, scope: "all", overwrite: true })).status).toBe(403);
  requireOk(await api.put(`/booking/${dates[0].id}`, { ...change, scope: "this" }));
  requireOk(await owner.put(`/booking/${dates[2].id}`, { title: "Another interview", private: false }));
});

test("booking managers can't move a private booking to a resource with approval", async () => {
  const world = await server.world();
  const api = world.api(world.manager);
  const owner = world.api(world.employee);
  const [room, other] = [await newRoom(world, "Zab"), await newRoom(world, "Citadel")];
  const approvedRoom = await newRoom(world, "Board room", { auto_approve: false });
  const building = requireOk(await world.api(world.admin).post("/building", { name: "East wing" })).body.data.id;
  const body = { name: "Camera", kind: "camera", building_id: building, auto_approve: false };
  const camera = requireOk(await world.api(world.admin).post("/equipment", body)).body.data.id;
  const free = requireOk(
    await world.api(world.admin).post("/equipment", { ...body, name: "Beamer", auto_approve: true }),
  ).body.data.id;

  const { id } = requireOk(await owner.post("/booking", booked(room))).body.data;
  const series = {
    private: false,
    repeat: "weekly",
    repeat_count: 2,
    start_date: wednesdayAt("12:00"),
    end_date: wednesdayAt("13:00"),
  };
  const { dates } = requireOk(await owner.post("/booking", booked(room, series))).body;
  requireOk(await owner.put(`/booking/${dates[1].id}`, { private: true }));
  const alone = requireOk(
    await owner.post(
      "/booking",
      booked(free, { bookable_type: "equipment", start_date: wednesdayAt("14:00"), end_date: wednesdayAt("15:00") }),
    ),
  ).body.data;
  const waits = requireOk(
    await owner.post(
      "/booking",
      booked(approvedRoom, { start_date: wednesdayAt("16:00"), end_date: wednesdayAt("17:00") }),
    ),
  ).body.data;
  const van = { bookable_type: "car", car_type: "van", bookable_id: undefined };
  const trip = requireOk(await owner.post("/booking", booked(0, van))).body.data;
  const changes: [number, object][] = [
    [id, { bookable_id: approvedRoom }],
    [id, { equipment: [camera] }],
    [id, { equipment: [free, camera], start_date: wednesdayAt("10:00"), end_date: wednesdayAt("11:00") }],
    [dates[0].id, { bookable_id: approvedRoom, scope: "all", overwrite: true }],
    [alone.id, { equipment: [camera] }],
    [alone.id, { bookable_id: camera }],
    [waits.id, { start_date: wednesdayAt("15:00"), end_date: wednesdayAt("17:00") }],
    [trip.id, { seats: 8 }],
    [trip.id, { start_date: wednesdayAt("06:00") }],
  ];
  for (const [booking, change] of changes) {
    const answer = await api.put(`/booking/${booking}`, change);
    expect([change, answer.status, answer.body.code]).toEqual([change, 403, "booking.notYours"]);
  }
  expect(
    requireOk(await api.get("/approvals/inbox")).body.data.map(({ request }: never) => (request as { id: number }).id),
  ).toEqual([]);
  requireOk(await api.put(`/booking/${id}`, { bookable_id: other, equipment: [free] }));
  requireOk(await api.put(`/booking/${dates[0].id}`, { bookable_id: approvedRoom, scope: "this" }));
  requireOk(await owner.put(`/booking/${id}`, { bookable_id: approvedRoom, equipment: [camera] }));
  requireOk(await owner.put(`/booking/${trip.id}`, { seats: 2 }));
  requireOk(await api.delete(`/booking/${waits.id}`, { scope: "this" }));
});
