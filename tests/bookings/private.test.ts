import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { at, newRoom } from "./rooms";

const server = testServer();

const booked = (room: number, more: object = {}) => ({
  title: "Interview",
  note: "Salaries",
  private: true,
  bookable_type: "room",
  bookable_id: room,
  start_date: at("09:00"),
  end_date: at("10:00"),
  ...more,
});

test("whoever looks after bookings moves and cancels what is private, and reads it neither so nor by inviting themself", async () => {
  const world = await server.world();
  const api = world.api(world.manager);
  const team = ok(await world.api(world.hr).post("/groups", { title: "Managers", users: [world.manager.id] })).body
    .data;
  const room = await newRoom(world, "Zab");
  const other = await newRoom(world, "Citadel");
  const { id } = ok(await world.api(world.employee).post("/booking", booked(room))).body.data;
  for (const change of [
    { participants: [world.manager.id] },
    { groups: [team.id] },
    { guests: ["me@elsewhere.test"] },
    { private: false },
    { title: "Anything" },
    { note: "" },
    { purpose: "None" },
    { from_place: "Here" },
    { to_place: "There", start_date: at("10:00") },
  ]) {
    const answer = await api.put(`/booking/${id}`, change);
    expect([JSON.stringify(change), answer.status, answer.body.code]).toEqual([
      JSON.stringify(change),
      403,
      "booking.notYours",
    ]);
  }
  const moved = ok(
    await api.put(`/booking/${id}`, { bookable_id: other, start_date: at("11:00"), end_date: at("12:00") }),
  );
  expect(moved.body.data).toMatchObject({
    bookable_id: other,
    private: true,
    title: null,
    note: null,
    requester: null,
  });
  expect(ok(await world.api(world.employee).get(`/booking/${id}`)).body.data).toMatchObject({
    title: "Interview",
    note: "Salaries",
    participants: [],
  });
  ok(await api.delete(`/booking/${id}`, { scope: "this" }));
});

test("of a series nobody else speaks on the dates that are private", async () => {
  const world = await server.world();
  const room = await newRoom(world, "Zab");
  const owner = world.api(world.employee);
  const { dates } = ok(
    await owner.post("/booking", booked(room, { private: false, repeat: "weekly", repeat_count: 3 })),
  ).body;
  ok(await owner.put(`/booking/${dates[2].id}`, { private: true }));
  const api = world.api(world.manager);
  const change = { participants: [world.manager.id] };
  expect((await api.put(`/booking/${dates[0].id}`, { ...change, scope: "all", overwrite: true })).status).toBe(403);
  ok(await api.put(`/booking/${dates[0].id}`, { ...change, scope: "this" }));
  // Whose booking it is says in it what they like, privately too.
  ok(await owner.put(`/booking/${dates[2].id}`, { title: "Another interview", private: false }));
});

test("whoever looks after bookings puts nothing that is private where somebody has to be asked, who would read it", async () => {
  const world = await server.world();
  const api = world.api(world.manager);
  const owner = world.api(world.employee);
  const [room, other] = [await newRoom(world, "Zab"), await newRoom(world, "Citadel")];
  const asked = await newRoom(world, "Board room", { auto_approve: false });
  const building = ok(await world.api(world.admin).post("/building", { name: "East wing" })).body.data.id;
  const body = { name: "Camera", kind: "camera", building_id: building, auto_approve: false };
  const camera = ok(await world.api(world.admin).post("/equipment", body)).body.data.id;
  const free = ok(await world.api(world.admin).post("/equipment", { ...body, name: "Beamer", auto_approve: true })).body
    .data.id;

  const { id } = ok(await owner.post("/booking", booked(room))).body.data;
  const series = { private: false, repeat: "weekly", repeat_count: 2, start_date: at("12:00"), end_date: at("13:00") };
  const { dates } = ok(await owner.post("/booking", booked(room, series))).body;
  ok(await owner.put(`/booking/${dates[1].id}`, { private: true }));
  const alone = ok(
    await owner.post(
      "/booking",
      booked(free, { bookable_type: "equipment", start_date: at("14:00"), end_date: at("15:00") }),
    ),
  ).body.data;
  const waits = ok(await owner.post("/booking", booked(asked, { start_date: at("16:00"), end_date: at("17:00") }))).body
    .data;
  const van = { bookable_type: "car", car_type: "van", bookable_id: undefined };
  const trip = ok(await owner.post("/booking", booked(0, van))).body.data;
  const changes: [number, object][] = [
    [id, { bookable_id: asked }],
    [id, { equipment: [camera] }],
    [id, { equipment: [free, camera], start_date: at("10:00"), end_date: at("11:00") }],
    [dates[0].id, { bookable_id: asked, scope: "all", overwrite: true }],
    [alone.id, { equipment: [camera] }],
    [alone.id, { bookable_id: camera }],
    [waits.id, { start_date: at("15:00"), end_date: at("17:00") }],
    [trip.id, { seats: 8 }],
    [trip.id, { start_date: at("06:00") }],
  ];
  for (const [booking, change] of changes) {
    const answer = await api.put(`/booking/${booking}`, change);
    expect([change, answer.status, answer.body.code]).toEqual([change, 403, "booking.notYours"]);
  }
  expect(
    ok(await api.get("/approvals/inbox")).body.data.map(({ request }: never) => (request as { id: number }).id),
  ).toEqual([]);
  // What nobody is asked about is done, as is what was never private; and by whom it concerns, everything.
  ok(await api.put(`/booking/${id}`, { bookable_id: other, equipment: [free] }));
  ok(await api.put(`/booking/${dates[0].id}`, { bookable_id: asked, scope: "this" }));
  ok(await owner.put(`/booking/${id}`, { bookable_id: asked, equipment: [camera] }));
  ok(await owner.put(`/booking/${trip.id}`, { seats: 2 }));
  ok(await api.delete(`/booking/${waits.id}`, { scope: "this" }));
});
