import { sql } from "../../server/platform/database/unit-of-work";
import { at, newRoom } from "../bookings/rooms";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";
import { managed, requestOfBooking } from "./asking";

const server = testServer();
let world: World;
beforeEach(async () => {
  world = await server.world();
  await managed(world);
});

const post = async (url: string, body: object) => ok(await world.api(world.admin).post(url, body)).body.data;
const car = (plate_number: string, hourly_rate?: string) =>
  post("/car", { name: "Ford Transit", type: "minibus", plate_number, seats: 9, hourly_rate });
const steps = [{ by: "manager" }];
/** The dear ones from 100 on, the cheap ones up to 99.99. */
async function dearAndCheap(): Promise<void> {
  await post("/approvals/rule", { family: "booking", name: "Dear", from_cost: "100", steps });
  await post("/approvals/rule", { family: "booking", name: "Cheap", to_cost: "99.99", steps });
}

async function book(body: object): Promise<number> {
  const asked = { title: "Erbil to Duhok", start_date: at("07:00"), end_date: at("09:00"), ...body };
  return ok(await world.api(world.employee).post("/booking", asked)).body.data.id as number;
}
const minibus = (body: object = {}) => book({ bookable_type: "car", car_type: "minibus", seats: 5, ...body });
const readRequest = async (booking: number) => {
  const id = await requestOfBooking(world, booking);
  return ok(await world.api(world.manager).get(`/reservations/request/${id}`)).body.data;
};
/** The rule that the round under way was sent by. */
const ruleOf = async (booking: number): Promise<string | null> => (await readRequest(booking)).steps.at(-1).rule;

const currency = sql(
  "test.ownCurrency",
  `INSERT INTO finance_settings (tenant_id, currency) VALUES (current_tenant(), $1)
   ON CONFLICT (tenant_id) DO UPDATE SET currency = excluded.currency`,
);
const rate = sql("test.roomRate", "UPDATE room SET hourly_rate = $2 WHERE tenant_id = current_tenant() AND id = $1");

test("a car costs its length at the rate of the dearest of its type, to the last digit, both bounds included", async () => {
  await dearAndCheap();
  await car("22 E 4417", "10");
  await car("22 E 4418", "49.995");
  const gone = await car("22 E 4419", "500");
  ok(await world.api(world.admin).delete(`/car/${gone.id}`));
  // 2 h × 49.995 = 99.99; a minute more is 100.82.
  expect(await ruleOf(await minibus())).toBe("Cheap");
  expect(await ruleOf(await minibus({ end_date: at("09:01") }))).toBe("Dear");
  ok(
    await world
      .api(world.admin)
      .post("/car", { name: "Van", type: "minibus", plate_number: "22 E 4420", hourly_rate: "50" }),
  );
  expect(await ruleOf(await minibus())).toBe("Dear");
});

test("cents are those of the organisation's currency, and half a unit is rounded up", async () => {
  await post("/approvals/rule", { family: "booking", name: "Dear", from_cost: "100", steps });
  await car("22 E 4417", "49.75");
  expect(await ruleOf(await minibus())).toBeNull();
  await world.tx((tx) => tx.rows(currency, ["IQD"]));
  expect(await ruleOf(await minibus())).toBe("Dear");
});

test("without a rate nothing costs anything, and no rule with a cost fits, in neither direction", async () => {
  await dearAndCheap();
  await car("22 E 4417");
  expect(await ruleOf(await minibus())).toBeNull();
  const building = await post("/building", { name: "House", time_zone: "UTC" });
  const piece = await post("/equipment", {
    name: "Camera",
    kind: "camera",
    building_id: building.id,
    auto_approve: false,
  });
  expect(await ruleOf(await book({ bookable_type: "equipment", bookable_id: piece.id }))).toBeNull();
});

test("a room costs its own rate; moved to be longer it goes the way of what it costs now, with what else a rule asks", async () => {
  const room = await newRoom(world, "Board room", { auto_approve: false });
  await world.tx((tx) => tx.rows(rate, [room, "40"]));
  const both = { from_cost: "100", from_amount: "4" };
  await post("/approvals/rule", { family: "booking", name: "Long and dear", ...both, types: [`room-${room}`], steps });
  await dearAndCheap();
  const booking = await book({ bookable_type: "room", bookable_id: room });
  expect(await ruleOf(booking)).toBe("Cheap");
  const until = async (end: string) => {
    ok(await world.api(world.employee).put(`/booking/${booking}`, { end_date: at(end) }));
    return ruleOf(booking);
  };
  expect([await until("10:00"), await until("11:00")]).toEqual(["Dear", "Long and dear"]);
});

test("each date of a series by what it costs", async () => {
  await dearAndCheap();
  await car("22 E 4417", "60");
  const id = await minibus({ repeat: "weekly", repeat_count: 3 });
  const all = ok(await world.api(world.manager).get("/approvals/inbox")).body.data;
  const ids = all.map(({ request }: { request: { id: number } }) => request.id);
  expect(ids).toHaveLength(3);
  expect(await ruleOf(id)).toBe("Dear");
});

test("tried out with a cost; kept as it was written, shown with its way, and refused where there is none", async () => {
  await dearAndCheap();
  const admin = world.api(world.admin);
  const tried = async (cost?: string) => {
    const body = { family: "booking", type: "minibus", amount: "2", cost, requester_id: world.employee.id };
    return ok(await admin.post("/approvals/dry-run", body)).body.data.rule;
  };
  expect([await tried("100.00"), await tried("99.99"), await tried("99.995"), await tried()]).toEqual([
    "Dear",
    "Cheap",
    null,
    null,
  ]);
  const rules = ok(await admin.get("/approvals/rule?family=booking")).body.data;
  expect(rules.map(({ condition }: { condition: object }) => condition)).toEqual([
    { from_cost: "100" },
    { to_cost: "99.99" },
  ]);
  await car("22 E 4417", "60");
  const { id } = await readRequest(await minibus());
  const { data } = ok(await world.api(world.manager).get(`/approvals/request/${id}/route`)).body;
  expect(data.rule).toMatchObject({ name: "Dear", condition: { from_cost: "100" } });
  const errorsOf = async (more: object) =>
    (await admin.post("/approvals/rule", { family: "booking", name: "X", steps, ...more })).body.errors;
  expect(Object.keys(await errorsOf({ from_cost: "2", to_cost: "1" }))).toEqual(["to_cost"]);
  expect(Object.keys(await errorsOf({ from_cost: "much" }))).toEqual(["from_cost"]);
  for (const family of ["leave", "finance", "form"])
    expect(Object.keys(await errorsOf({ family, from_cost: "1", to_cost: "2" }))).toEqual(["from_cost", "to_cost"]);
  // A rule stays in its family, whatever the change says.
  const leave = await post("/approvals/rule", { family: "leave", name: "Long", steps });
  const turned = await admin.put(`/approvals/rule/${leave.id}`, {
    family: "booking",
    name: "Long",
    from_cost: "1",
    steps,
  });
  expect([turned.status, Object.keys(turned.body.errors)]).toEqual([422, ["from_cost"]]);
});
