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
