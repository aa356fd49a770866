import { carsStream, roomsStream } from "../../shared/kernel/events";
import { hideWhatIsStored } from "../../migrations/0371-words-of-private-bookings";
import { managed, requestOfBooking } from "../reservations/asking";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";
import { at, newRoom } from "./rooms";

const server = testServer();
const secret = "SECRET-MEETING";
const words = { title: secret, note: secret, start_date: at("09:00"), end_date: at("10:00") };

/** What replays tell those who follow rooms or cars. */
const toldOf = (
  world: World,
): Promise<{ id: number; type: string; actor_id: number | null; data: { bookings: { id: number }[] } }[]> =>
  server.owner.query(
    "SELECT id, type, actor_id, data FROM domain_event WHERE tenant_id = $1 AND stream = ANY($2) AND type LIKE 'booking.%' ORDER BY id",
    [world.tenantId, [roomsStream(world.tenantId), carsStream(world.tenantId)]],
  );

test("what was told of a booking that is private now has neither words nor people; others keep theirs, and revisions theirs", async () => {
  const world = await server.world();
  const owner = world.api(world.employee);
  const room = await newRoom(world, "Zab");
  const more = { participants: [world.hr.id], repeat: "weekly", repeat_count: 2 };
  const { dates } = ok(
    await owner.post("/booking", { ...words, bookable_type: "room", bookable_id: room, ...more }),
  ).body;
  const car = {
    ...words,
    bookable_type: "car",
    car_type: "van",
    purpose: secret,
    from_place: secret,
    to_place: secret,
  };
  const trip = ok(await owner.post("/booking", car)).body.data;
  ok(await owner.put(`/booking/${dates[0].id}`, { title: `${secret} again`, scope: "this" }));
  const before = await toldOf(world);
  const isOf = (id: number) => (each: { id: number }) => each.id === id;
  for (const { id } of [dates[0], trip]) ok(await owner.put(`/booking/${id}`, { private: true, scope: "this" }));
  const check = async () => {
    const after = (await toldOf(world)).slice(0, before.length);
    expect(after.map(({ type }) => type)).toEqual(before.map(({ type }) => type));
    const hidden = { private: true, title: null, note: null, purpose: null, from_place: null, to_place: null };
    for (const [n, { data, actor_id }] of after.entries()) {
      const was = before[n]?.data.bookings ?? [];
      expect(data.bookings.map(({ id }) => id)).toEqual(was.map(({ id }) => id));
      for (const one of data.bookings) {
        const known = was.find(isOf(one.id));
        if (one.id === dates[1].id) expect(one).toEqual(known);
        else
          expect(one).toEqual({
            ...known,
            ...hidden,
            requester: null,
            participants: [],
            series_id: null,
            basket_id: null,
          });
      }
      expect(actor_id).toBeNull();
    }
  };
  await check();
  for (const event of before) expect(JSON.stringify(event)).toContain(secret);
  // What was told before there was a trigger.
  for (const { id, actor_id, data } of before)
    await server.owner.query("UPDATE domain_event SET data = $2, actor_id = $3 WHERE id = $1", [id, data, actor_id]);
  await server.owner.query(hideWhatIsStored);
  await check();
});

test("its request is called by its place in the history as well, also for those who may read requests and were never asked", async () => {
  const world = await server.world();
  await managed(world);
  const owner = world.api(world.employee);
  const room = await newRoom(world, "Zab", { auto_approve: false });
  const { id } = ok(await owner.post("/booking", { ...words, bookable_type: "room", bookable_id: room })).body.data;
  const request = await requestOfBooking(world, id);
  const history = async () =>
    JSON.stringify(ok(await world.api(world.admin).get(`/approvals/request/${request}`)).body);
  expect(await history()).toContain(secret);
  ok(await owner.put(`/booking/${id}`, { private: true }));
  const now = await history();
  expect(now).not.toContain(secret);
  expect(now).toContain('"title":"Zab"');
});

test("a private date isn't tied to the others of its series, which say whose it is", async () => {
  const world = await server.world();
  const owner = world.api(world.employee);
  const room = await newRoom(world, "Zab");
  const series = { ...words, bookable_type: "room", bookable_id: room, repeat: "weekly", repeat_count: 2 };
  const { dates } = ok(await owner.post("/booking", series)).body;
  ok(await owner.put(`/booking/${dates[1].id}`, { private: true, scope: "this" }));
  const read = async (n: number, who = world.finance) =>
    ok(await world.api(who).get(`/booking/${dates[n].id}`)).body.data;
  expect((await read(0)).series_id).toBe(dates[0].series_id);
  expect(await read(1)).toMatchObject({ series_id: null, requester: null });
  expect((await read(1, world.employee)).series_id).toBe(dates[0].series_id);
});
