import { randomUUID } from "node:crypto";
import { createDoorScreen, readDoor } from "../../../shared/bookings/bookings/door.contract";
import { createBuilding, createFloor } from "../../../shared/bookings/rooms/buildings.contract";
import { createRoom } from "../../../shared/bookings/rooms/rooms.contract";
import { axeChecker, reducedMotion } from "../support/axe";
import { expect, test } from "../support/test";

test("a door tablet books and ends bookings live and shows when it is offline", async ({ signInAs, people, words }) => {
  const admin = await signInAs("admin@acme.test");
  const name = `A door ${randomUUID().slice(0, 6)}`;
  const { data: building } = await admin.api.call(createBuilding, { body: { name, time_zone: "UTC" } });
  const floor = await admin.api.call(createFloor, { body: { name: "Ground floor", building_id: building.id } });
  const { data: room } = await admin.api.call(createRoom, {
    body: { name, building_id: building.id, floor_id: floor.data.id, auto_approve: true, cross_day: true },
  });
  const { data: screen } = await admin.api.call(createDoorScreen, { params: { id: room.id } });
  const { page, context } = await people.visitor({
    browser: { viewport: { width: 1024, height: 768 }, ...reducedMotion },
  });
  const look = axeChecker(page, words);
  const { say } = words;
  await look("free", screen.path, async () => {
    await expect(page.getByRole("heading", { name: say("door.free") })).toBeVisible();
    await expect(page.getByRole("img", { name: say("door.scan") })).toBeVisible();
  });
  await admin.page.goto("/room-reservation");
  const row = admin.page.locator(`[data-track="${room.id}"]`);
  await expect(row).toBeVisible();
  await expect(row.getByRole("button")).toHaveCount(0);

  await page.getByRole("button", { name: say("door.minutes", { count: 30 }) }).click();
  await look("in use", null, () => expect(page.getByRole("heading", { name: say("door.taken") })).toBeVisible());
  await expect(row.getByRole("button")).toHaveCount(1);

  await context.setOffline(true);
  await expect(page.locator("footer[data-offline]")).toBeVisible();
  const end = page.getByRole("button", { name: say("booking.end") });
  await expect(end).toBeDisabled();
  await context.setOffline(false);
  await expect(end).toBeEnabled();
  await end.click();
  await expect(page.getByRole("heading", { name: say("door.free") })).toBeVisible();
});

test("replacing a door screen's address needs confirmation and shows a code", async ({ signInAs }) => {
  const { page, say, api } = await signInAs("admin@acme.test");
  const name = `A door ${randomUUID().slice(0, 6)}`;
  const { data: building } = await api.call(createBuilding, { body: { name, time_zone: "UTC" } });
  const floor = await api.call(createFloor, { body: { name: "Ground floor", building_id: building.id } });
  const { data: room } = await api.call(createRoom, {
    body: { name, building_id: building.id, floor_id: floor.data.id },
  });
  const { data: screen } = await api.call(createDoorScreen, { params: { id: room.id } });
  const key = new URL(screen.path, "http://localhost").searchParams.get("key") ?? "";
  const isValid = () =>
    api.call(readDoor, { params: { id: room.id }, query: { key } }).then(
      () => true,
      () => false,
    );
  await page.goto("/room-reservation");
  await page.getByRole("button", { name: say("booking.roomMenu", { name }) }).click();
  await page.getByRole("menuitem", { name: say("door.links") }).click();
  const dialog = page.getByRole("dialog", { name: say("door.linksOf", { name }) });
  await dialog.getByRole("button", { name: say("feed.replace"), exact: true }).click();
  const question = page.getByRole("dialog", { name: say("feed.replace.title") });
  await expect(question).toContainText(say("door.replace.why"));
  expect(await isValid()).toBe(true);
  await question.getByRole("button", { name: say("feed.replace"), exact: true }).click();
  await expect(dialog.getByRole("img", { name: say("door.scanAddress") })).toBeVisible();
  expect(await isValid()).toBe(false);
});
