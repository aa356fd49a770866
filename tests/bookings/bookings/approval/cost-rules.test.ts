import { sql } from "../../../../server/platform/database/unit-of-work";
import { wednesdayAt, newRoom } from "../rooms";
import { testServer } from "../../../support/server";
import type { World } from "../../../support/world";
import { requireOk } from "../../../work/tasks/board";
import { assignManager, requestOfBooking } from "../fixtures";

const server = testServer();
let world: World;
beforeEach(async () => {
  world = await server.world();
  await assignManager(world);
});

const post = async (url: string, body: object) => requireOk(await world.api(world.admin).post(url, body)).body.data;
const car = (plate_number: string, hourly_rate?: string) =>
  post("/car", { name: "Ford Transit", type: "minibus", plate_number, seats: 9, hourly_rate });
const steps = [{ by: "manager" }];
/** Creates rules for costs from 100 ("Dear") and up to 99.99 ("Cheap"). */
async function dearAndCheap(): Promise<void> {
  await post("/approvals/rule", { family: "booking", name: "Dear", from_cost: "100", steps });
  await post("/approvals/rule", { family: "booking", name: "Cheap", to_cost: "99.99", steps });
}

async function book(body: object): Promise<number> {
  const trip = { title: "Erbil to Duhok", start_date: wednesdayAt("07:00"), end_date: wednesdayAt("09:00"), ...body };
  return requireOk(await world.api(world.employee).post("/booking", trip)).body.data.id as number;
}
const minibus = (body: object = {}) => book({ bookable_type: "car", car_type: "minibus", seats: 5, ...body });
const readRequest = async (booking: number) => {
  const id = await requestOfBooking(world, booking);
  return requireOk(await world.api(world.manager).get(`/reservations/request/${id}`)).body.data;
};
const ruleOf = async (booking: number): Promise<string | null> => (await readRequest(booking)).steps.at(-1).rule;

const updateCurrency = sql(
  "test.ownCurrency",
  `INSERT INTO finance_settings (tenant_id, currency) VALUES (current_tenant(), $1)
   ON CONFLICT (tenant_id) DO UPDATE SET currency = excluded.currency`,
);
const updateRoomRate = sql(
  "test.roomRate",
  "UPDATE room SET hourly_rate = $2 WHERE tenant_id = current_tenant() AND id = $1",
);

test("a car's cost uses the highest rate of its type; cost limits are inclusive", async () => {
  await dearAndCheap();
  await car("22 E 4417", "10");
  await car("22 E 4418", "49.995");
  const deletedCar = await car("22 E 4419", "500");
  requireOk(await world.api(world.admin).delete(`/car/${deletedCar.id}`));
  // 2 h × 49.995 = 99.99; one minute more costs 100.82.
  expect(await ruleOf(await minibus())).toBe("Cheap");
  expect(await ruleOf(await minibus({ end_date: wednesdayAt("09:01") }))).toBe("Dear");
  requireOk(
    await world
      .api(world.admin)
      .post("/car", { name: "Van", type: "minibus", plate_number: "22 E 4420", hourly_rate: "50" }),
  );
  expect(await ruleOf(await minibus())).toBe("Dear");
});

test("costs are rounded half up to the decimals of the tenant's currency", async () => {
  await post("/approvals/rule", { family: "booking", name: "Dear", from_cost: "100", steps });
  await car("22 E 4417", "49.75");
  expect(await ruleOf(await minibus())).toBeNull();
  await world.tx((tx) => tx.rows(updateCurrency, ["IQD"]));
  expect(await ruleOf(await minibus())).toBe("Dear");
});

test("without an hourly rate there is no cost, and no rule with a cost matches", async () => {
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

test("a room uses its own rate; changing the room re-evaluates all conditions", async () => {
  const room = await newRoom(world, "Board room", { auto_approve: false });
  await world.tx((tx) => tx.rows(updateRoomRate, [room, "40"]));
  const both = { from_cost: "100", from_amount: "4" };
  await post("/approvals/rule", { family: "booking", name: "Long and dear", ...both, types: [`room-${room}`], steps });
  await dearAndCheap();
  const booking = await book({ bookable_type: "room", bookable_id: room });
  expect(await ruleOf(booking)).toBe("Cheap");
  const until = async (end: string) => {
    requireOk(await world.api(world.employee).put(`/booking/${booking}`, { end_date: wednesdayAt(end) }));
    return ruleOf(booking);
  };
  expect([await until("10:00"), await until("11:00")]).toEqual(["Dear", "Long and dear"]);
});

test("each booking of a series is routed by its own cost", async () => {
  await dearAndCheap();
  await car("22 E 4417", "60");
  const id = await minibus({ repeat: "weekly", repeat_count: 3 });
  const all = requireOk(await world.api(world.manager).get("/approvals/inbox")).body.data;
  const ids = all.map(({ request }: { request: { id: number } }) => request.id);
  expect(ids).toHaveLength(3);
  expect(await ruleOf(id)).toBe("Dear");
});

test("rules with costs work in dry runs and only for the booking family", async () => {
  await dearAndCheap();
  const admin = world.api(world.admin);
  const tried = async (cost?: string) => {
    const body = { family: "booking", type: "minibus", amount: "2", cost, requester_id: world.employee.id };
    return requireOk(await admin.post("/approvals/dry-run", body)).body.data.rule;
  };
  expect([await tried("100.00"), await tried("99.99"), await tried("99.995"), await tried()]).toEqual([
    "Dear",
    "Cheap",
    null,
    null,
  ]);
  const rules = requireOk(await admin.get("/approvals/rule?family=booking")).body.data;
  expect(rules.map(({ condition }: { condition: object }) => condition)).toEqual([
    { from_cost: "100" },
    { to_cost: "99.99" },
  ]);
  await car("22 E 4417", "60");
  const { id } = await readRequest(await minibus());
  const { data } = requireOk(await world.api(world.manager).get(`/approvals/request/${id}/route`)).body;
  expect(data.rule).toMatchObject({ name: "Dear", condition: { from_cost: "100" } });
  const errorsOf = async (changes: object) =>
    (await admin.post("/approvals/rule", { family: "booking", name: "X", steps, ...changes })).body.errors;
  expect(Object.keys(await errorsOf({ from_cost: "2", to_cost: "1" }))).toEqual(["to_cost"]);
  expect(Object.keys(await errorsOf({ from_cost: "much" }))).toEqual(["from_cost"]);
  for (const family of ["leave", "finance", "form"])
    expect(Object.keys(await errorsOf({ family, from_cost: "1", to_cost: "2" }))).toEqual(["from_cost", "to_cost"]);
  const leave = await post("/approvals/rule", { family: "leave", name: "Long", steps });
  const turned = await admin.put(`/approvals/rule/${leave.id}`, {
    family: "booking",
    name: "Long",
    from_cost: "1",
    steps,
  });
  expect([turned.status, Object.keys(turned.body.errors)]).toEqual([422, ["from_cost"]]);
});
