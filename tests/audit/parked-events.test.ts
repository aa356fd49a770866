import { at, newRoom } from "../bookings/rooms";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";

/** Events of all kinds may fail; whoever looks after them reads which they are, and not what they say. */
const server = testServer();

test("of an event that failed its kind, its place and the numbers of its records, and no words", async () => {
  const world = await server.world();
  const [admin, employee] = [world.api(world.admin), world.api(world.employee)];
  const room = await newRoom(world, "Zab");
  const times = { start_date: at("09:00"), end_date: at("10:00") };
  const private_ = { title: "zq-private", note: "zq-private", private: true, ...times };
  ok(await employee.post("/booking", { bookable_type: "room", bookable_id: room, ...private_ }));
  await server.owner.query("UPDATE domain_event SET parked_at = now(), last_error = 'It failed' WHERE tenant_id = $1", [
    world.tenantId,
  ]);
  const { data } = ok(await admin.get("/audit/parked-events")).body;
  expect(JSON.stringify(data)).not.toMatch(/zq-private/);
  expect(data).toContainEqual(
    expect.objectContaining({
      type: "booking.mine",
      stream: `user:${world.employee.id}`,
      last_error: "It failed",
      data: {},
    }),
  );
});
