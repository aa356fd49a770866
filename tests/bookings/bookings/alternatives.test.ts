import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { newRoom, wednesdayAt } from "./rooms";

const server = testServer();

let world: World;
let takenRoom: number;
beforeEach(async () => {
  world = await server.world();
  takenRoom = await newRoom(world, "Taken", { capacity: 4 });
  const body = { title: "First", bookable_type: "room", bookable_id: takenRoom, ...time };
  requireOk(await world.api(world.manager).post("/booking", body));
});

const time = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
const unnamed = (text: string) => ({ name: "", text });
const setTools = (ids: readonly number[]) =>
  world.tx((tx) => tx.rows(unnamed("UPDATE room SET tools = '{Step-free access}' WHERE id = ANY($1)"), [ids]));

interface Offer {
  kind: string;
  name: string;
  needs_approval: boolean;
}
const roomsIn = (offers: Offer[]) => offers.filter(({ kind }) => kind === "room").map(({ name }) => name);

async function offeredIn(call: "check" | "preview" | "save", people = 1): Promise<Offer[]> {
  const api = world.api(world.employee);
  const bookedSlot = { bookable_type: "room", bookable_id: takenRoom, ...time };
  if (call === "check") {
    const query = { ...bookedSlot, people: String(people) };
    return requireOk(await api.get("/reservations/check-date", { query })).body.data.alternatives;
  }
  if (call === "preview") {
    const body = { ...bookedSlot, people, repeat: "weekly", repeat_count: 2 };
    return requireOk(await api.post("/booking/preview", body)).body.data.dates[0].alternatives;
  }
  const guests = Array.from({ length: people - 1 }, (_, n) => `guest${n}@example.org`);
  return (await api.post("/booking", { ...bookedSlot, title: "Second", guests })).body.data.alternatives;
}

test.each(["check", "preview", "save"] as const)(
  "alternatives have enough seats and step-free access (%s)",
  async (call) => {
    await newRoom(world, "Small", { capacity: 4 });
    await newRoom(world, "Large", { capacity: 10 });
    expect(roomsIn(await offeredIn(call))).toEqual(["Small", "Large"]);
    expect(roomsIn(await offeredIn(call, 9))).toEqual(["Large"]);

    const flat = await newRoom(world, "Ramp", { capacity: 30 });
    await setTools([takenRoom, flat]);
    expect(roomsIn(await offeredIn(call))).toEqual(["Ramp"]);
  },
);

test("ten rooms whose rules refuse the time don't hide an eleventh", async () => {
  for (let n = 0; n < 10; n++)
    await newRoom(world, `Closed ${n}`, { capacity: 4, opens_at: "12:00", closes_at: "18:00" });
  await newRoom(world, "Open", { capacity: 40 });
  expect(roomsIn(await offeredIn("check"))).toEqual(["Open"]);
});

test("a room of one's own group is an alternative, and a room of other groups isn't", async () => {
  const [own] = [
    await newRoom(world, "Ours", { audience: "selected" }),
    await newRoom(world, "Theirs", { audience: "selected" }),
  ];
  await world.tx(async (tx) => {
    const rows = await tx.rows<{ id: number }>(
      unnamed("INSERT INTO user_group (tenant_id, title) VALUES (current_tenant(), 'Us') RETURNING id"),
    );
    const group = rows[0]?.id;
    await tx.rows(
      unnamed("INSERT INTO user_group_member (tenant_id, group_id, user_id) VALUES (current_tenant(), $1, $2)"),
      [group, world.employee.id],
    );
    await tx.rows(unnamed("INSERT INTO room_group (tenant_id, room_id, group_id) VALUES (current_tenant(), $1, $2)"), [
      own,
      group,
    ]);
  });
  expect(roomsIn(await offeredIn("check"))).toEqual(["Ours"]);
});

test("an alternative says that it needs approval, and so does the message after saving", async () => {
  const asks = await newRoom(world, "Asks", { capacity: 4, auto_approve: false });
  expect((await offeredIn("check")).find(({ kind }) => kind === "room")).toMatchObject({ needs_approval: true });
  const api = world.api(world.employee);
  const found = requireOk(await api.get("/reservations/free", { query: { bookable_type: "room", ...time } })).body.data;
  expect(found).toMatchObject([{ name: "Asks", needs_approval: true }]);

  const body = { title: "Second", bookable_type: "room", bookable_id: asks, ...time };
  const alone = requireOk(await api.post("/booking", body));
  expect(alone.body.message).toMatch(/approval/);
  const dates = [{ date: time.start_date.slice(0, 10), bookable_id: asks }];
  const after = { start_date: wednesdayAt("11:00"), end_date: wednesdayAt("12:00") };
  const series = { ...body, ...after, bookable_id: takenRoom, repeat: "weekly", repeat_count: 3, dates };
  expect(requireOk(await api.post("/booking", series)).body.message).toMatch(/1 of 3 bookings/);
});
