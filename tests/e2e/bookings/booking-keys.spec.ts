import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { createBuilding, createFloor } from "../../../shared/bookings/rooms/buildings.contract";
import { createRoom } from "../../../shared/bookings/rooms/rooms.contract";
import { expect, test } from "../support/test";

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 200; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

test("a room is booked, moved, approved and cancelled by keyboard alone", async ({ signInAs }) => {
  const admin = await signInAs("admin@acme.test");
  const amira = await signInAs("manager@acme.test");
  const dara = await signInAs("employee@acme.test");
  const name = `A room by keys ${randomUUID().slice(0, 6)}`;
  const { data: building } = await admin.api.call(createBuilding, { body: { name, time_zone: "UTC" } });
  const floor = await admin.api.call(createFloor, { body: { name: "Ground floor", building_id: building.id } });
  const rooms = { building_id: building.id, floor_id: floor.data.id, capacity: 8, auto_approve: false };
  await admin.api.call(createRoom, { body: { name, ...rooms } });
  const day = new Date(Date.now() + 12 * 86_400_000).toISOString().slice(0, 10);
  const title = `Quiet keys ${randomUUID().slice(0, 6)}`;
  for (const { page, say } of [dara, amira]) {
    await page.goto(`/room-reservation?day=${day}`);
    await expect(page.getByRole("button", { name: say("booking.bookName", { name }) })).toBeVisible();
  }
  const { page, say } = dara;

  await tabTo(page, page.getByRole("button", { name: say("booking.bookName", { name }) }));
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog");
  await expect(panel.getByLabel(say("booking.title"), { exact: true })).toBeFocused();
  await page.keyboard.type(title);
  await tabTo(page, panel.getByRole("button", { name: say("action.save") }));
  await page.keyboard.press("Enter");
  await expect(panel).toBeHidden();
  const mine = page.getByRole("button", { name: new RegExp(`^${title}`) });
  const theirs = amira.page.getByRole("button", { name: new RegExp(`^${title}`) });
  await expect(mine).toHaveAccessibleName(new RegExp(`09:00 to 10:00, ${say("booking.pending")}`));

  await tabTo(page, mine);
  await page.keyboard.press("Shift+ArrowRight");
  await expect(theirs).toHaveAccessibleName(/09:15 to 10:15/);
  await expect(mine).toBeFocused();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(theirs).toHaveAccessibleName(/09:15 to 10:30/);
  await expect(mine).toBeFocused();

  await tabTo(amira.page, theirs);
  await amira.page.keyboard.press("Enter");
  const decision = amira.page.getByRole("dialog");
  await tabTo(amira.page, decision.getByRole("button", { name: amira.say("reservation.approve"), exact: true }));
  await amira.page.keyboard.press("Enter");
  await expect(decision).toBeHidden();
  await expect(theirs).not.toHaveAccessibleName(new RegExp(amira.say("booking.pending")));
  await expect(mine).not.toHaveAccessibleName(new RegExp(say("booking.pending")));

  await tabTo(page, mine);
  await page.keyboard.press("Enter");
  await tabTo(page, panel.getByRole("button", { name: say("booking.cancel") }));
  await page.keyboard.press("Enter");
  await expect(panel).toBeHidden();
  await expect(mine).toHaveCount(0);
  await expect(theirs).toHaveCount(0);
});
