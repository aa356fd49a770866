import { randomUUID } from "node:crypto";
import { createDoorScreen } from "../../../shared/bookings/door.contract";
import { createBuilding, createFloor } from "../../../shared/places/buildings.contract";
import { createRoom } from "../../../shared/places/rooms.contract";
import { looker, still } from "../support/axe";
import { expect, test } from "../support/test";

test("a tablet at the door books its room from now on, which everybody's grid shows; it ends early, says when the line is gone, and axe finds nothing", async ({
  cast,
  casting,
  words,
}) => {
  const admin = await cast("admin@acme.test");
  const name = `A door ${randomUUID().slice(0, 6)}`;
  const { data: building } = await admin.api.call(createBuilding, { body: { name, time_zone: "UTC" } });
  const floor = await admin.api.call(createFloor, { body: { name: "Ground floor", building_id: building.id } });
  const { data: room } = await admin.api.call(createRoom, {
    body: { name, building_id: building.id, floor_id: floor.data.id, auto_approve: true, cross_day: true },
  });
  const { data: screen } = await admin.api.call(createDoorScreen, { params: { id: room.id } });
  const { page, context } = await casting.visitor({ browser: { viewport: { width: 1024, height: 768 }, ...still } });
  const look = looker(page, words);
  const { say } = words;
  await look("free", screen.path, async () => {
    await expect(page.getByRole("heading", { name: say("door.free") })).toBeVisible();
    await expect(page.getByRole("img", { name: say("door.scan") })).toBeVisible();
  });
  await admin.page.goto(`/room-reservation?day=${new Date().toISOString().slice(0, 10)}`);
  const row = admin.page.locator(`[data-track="${room.id}"]`);
  await expect(row).toBeVisible();
  await expect(row.getByRole("button")).toHaveCount(0);

  await page.getByRole("button", { name: say("door.minutes", { count: 30 }) }).click();
  await look("in use", null, () => expect(page.getByRole("heading", { name: say("door.taken") })).toBeVisible());
  await expect(row.getByRole("button")).toHaveCount(1);

  // Without a line it shows what it knew, and nothing can be pressed.
  await context.setOffline(true);
  await expect(page.locator("footer[data-offline]")).toBeVisible();
  const end = page.getByRole("button", { name: say("booking.end") });
  await expect(end).toBeDisabled();
  await context.setOffline(false);
  await expect(end).toBeEnabled();
  await end.click();
  await expect(page.getByRole("heading", { name: say("door.free") })).toBeVisible();
});
