import { randomUUID } from "node:crypto";
import { createBooking, deleteBooking } from "../../../shared/bookings/bookings/bookings.contract";
import { createBuilding, createFloor } from "../../../shared/bookings/rooms/buildings.contract";
import { createRoom } from "../../../shared/bookings/rooms/rooms.contract";
import { expect, test } from "../support/test";

test("my work shows a new booking, opens it on click and removes it when cancelled", async ({ signInAs }) => {
  const admin = await signInAs("admin@acme.test");
  const dara = await signInAs("employee@acme.test");
  const name = `A room at hand ${randomUUID().slice(0, 6)}`;
  const { data: building } = await admin.api.call(createBuilding, { body: { name, time_zone: "UTC" } });
  const floor = await admin.api.call(createFloor, { body: { name: "Ground floor", building_id: building.id } });
  const place = { building_id: building.id, floor_id: floor.data.id, capacity: 8, auto_approve: true, cross_day: true };
  const { data: room } = await admin.api.call(createRoom, { body: { name, ...place } });
  const { page, say } = dara;
  await page.goto("/my-work");
  await expect(page.getByRole("heading", { level: 1, name: say("title.myWork") })).toBeVisible();
  const title = `Stand-up ${randomUUID().slice(0, 6)}`;
  // Starts earlier than all other bookings of this user, since only five are shown.
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const { data: booking } = await dara.api.call(createBooking, {
    body: { title, bookable_type: "room", bookable_id: room.id, start_date: at(3), end_date: at(18) },
  });
  const next = page.getByRole("region", { name: say("dashboard.bookings") });
  const row = next.getByRole("listitem").filter({ hasText: title });
  await expect(row).toContainText(name);
  await row.getByRole("link", { name: title }).click();
  await expect(page.getByRole("dialog").filter({ hasText: title })).toBeVisible();
  await page.goto("/my-work");
  await expect(row).toBeVisible();
  await dara.api.call(deleteBooking, { params: { id: booking.id }, body: { scope: "this" } });
  await expect(row).toHaveCount(0);
});
