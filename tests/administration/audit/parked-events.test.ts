import { wednesdayAt, newRoom } from "../../bookings/bookings/rooms";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";

/**
 * Parked events (events whose processing failed) may be of any type. Users who can list them see which events failed, but not their
 * contents.
 */
const server = testServer();

test("a failed event shows its type, position and record ids, but no text", async () => {
  const world = await server.world();
  const [admin, employee] = [world.api(world.admin), world.api(world.employee)];
  const room = await newRoom(world, "Zab");
  const times = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
  const private_ = { title: "zq-private", note: "zq-private", private: true, ...times };
  requireOk(await employee.post("/booking", { bookable_type: "room", bookable_id: room, ...private_ }));
  await server.owner.query("UPDATE domain_event SET parked_at = now(), last_error = 'It failed' WHERE tenant_id = $1", [
    world.tenantId,
  ]);
  const { data } = requireOk(await admin.get("/audit/parked-events")).body;
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
