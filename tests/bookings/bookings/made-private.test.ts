import { carsStream, roomsStream } from "../../../shared/bookings/resources/resources.events";
import { assignManager, requestOfBooking } from "./fixtures";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { wednesdayAt, newRoom } from "./rooms";

const server = testServer();
const secret = "SECRET-MEETING";
const words = { title: secret, note: secret, start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };

const eventsAbout = (
  world: World,
): Promise<{ id: number; type: string; actor_id: number | null; data: { bookings: { id: number }[] } }[]> =>
  server.owner.query(
    "SELECT id, type, actor_id, data FROM domain_event WHERE tenant_id = $1 AND stream = ANY($2) AND type LIKE 'booking.%' ORDER BY id",
    [world.tenantId, [roomsStream(world.tenantId), carsStream(world.tenantId)]],
  );

test("making a booking private removes its text and users from stored events", async () => {
  const world = await server.world();
  const owner = world.api(world.employee);
  const room = await newRoom(world, "Zab");
  const overrides = { participants: [world.hr.id], repeat: "weekly", repeat_count: 2 };
  const { dates } = requireOk(
    await owner.post("/booking", { ...words, bookable_type: "room", bookable_id: room, ...overrides }),
  ).body;
  const car = {
    ...words,
    bookable_type: "car",
    car_type: "van",
    purpose: secret,
    from_place: secret,
    to_place: secret,
  };
  const trip = requireOk(await owner.post("/booking", car)).body.data;
  requireOk(await owner.put(`/booking/${dates[0].id}`, { title: `${secret} again`, scope: "this" }));
  const before = await eventsAbout(world);
  const isOf = (id: number) => (each: { id: number }) => each.id === id;
  for (const { id } of [dates[0], trip]) requireOk(await owner.put(`/booking/${id}`, { private: true, scope: "this" }));
  const after = (await eventsAbout(world)).slice(0, before.length);
  expect(after.map(({ type }) => type)).toEqual(before.map(({ type }) => type));
  const hidden = { private: true, title: null, note: null, purpose: null, from_place: null, to_place: null };
  for (const [n, { data, actor_id }] of after.entries()) {
    const previousBookings = before[n]?.data.bookings ?? [];
    expect(data.bookings.map(({ id }) => id)).toEqual(previousBookings.map(({ id }) => id));
    for (const one of data.bookings) {
      const previousBooking = previousBookings.find(isOf(one.id));
      if (one.id === dates[1].id) expect(one).toEqual(previousBooking);
      else
        expect(one).toEqual({
          ...previousBooking,
          ...hidden,
          requester: null,
          participants: [],
          series_id: null,
          basket_id: null,
        });
    }
    expect(actor_id).toBeNull();
  }
  for (const event of before) expect(JSON.stringify(event)).toContain(secret);
});

test("a private booking's request hides its title in the history too", async () => {
  const world = await server.world();
  await assignManager(world);
  const owner = world.api(world.employee);
  const room = await newRoom(world, "Zab", { auto_approve: false });
  const { id } = requireOk(await owner.post("/booking", { ...words, bookable_type: "room", bookable_id: room })).body
    .data;
  const request = await requestOfBooking(world, id);
  const history = async () =>
    JSON.stringify(requireOk(await world.api(world.admin).get(`/approvals/request/${request}`)).body);
  expect(await history()).toContain(secret);
  requireOk(await owner.put(`/booking/${id}`, { private: true }));
  const now = await history();
  expect(now).not.toContain(secret);
  expect(now).toContain('"title":"Zab"');
});

test("a private date isn't linked to its series, which would reveal the owner", async () => {
  const world = await server.world();
  const owner = world.api(world.employee);
  const room = await newRoom(world, "Zab");
  const series = { ...words, bookable_type: "room", bookable_id: room, repeat: "weekly", repeat_count: 2 };
  const { dates } = requireOk(await owner.post("/booking", series)).body;
  requireOk(await owner.put(`/booking/${dates[1].id}`, { private: true, scope: "this" }));
  const read = async (n: number, who = world.finance) =>
    requireOk(await world.api(who).get(`/booking/${dates[n].id}`)).body.data;
  expect((await read(0)).series_id).toBe(dates[0].series_id);
  expect(await read(1)).toMatchObject({ series_id: null, requester: null });
  expect((await read(1, world.employee)).series_id).toBe(dates[0].series_id);
  const { path } = requireOk(await world.api(world.admin).post(`/room/${room}/calendar-feed`)).body.data;
  const events = (await world.api().get(path)).text.split("BEGIN:VEVENT").slice(1);
  const privateEvent = events.find((event) => event.includes("CLASS:PRIVATE"));
  expect(privateEvent).toContain(`UID:hidden-${dates[1].id}@`);
  expect(privateEvent).not.toContain("RECURRENCE-ID");
});
