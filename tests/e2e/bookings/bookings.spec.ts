import type { Locator, Page } from "@playwright/test";
import { createBooking } from "../../../shared/bookings/bookings/bookings.contract";
import { readGrid } from "../../../shared/bookings/bookings/grid.contract";
import { createRoom, listRooms } from "../../../shared/bookings/rooms/rooms.contract";
import { holdRequests } from "../support/hold-requests";
import { expect, test } from "../support/test";
import { TouchGesture } from "../support/touch";

const dayMs = 86_400_000;
/** A Wednesday some weeks ahead, after the demo data. */
const day = (() => {
  const now = Date.now();
  const ahead = 28 + ((3 - new Date(now).getUTCDay() + 7) % 7);
  return new Date(now + ahead * dayMs).toISOString().slice(0, 10);
})();
/** Times are in the time zone of Erbil, where the rooms are. */
const at = (time: string) => new Date(`${day}T${time}:00+03:00`).toISOString();

async function drag(page: Page, title: string, room: number, time: string): Promise<void> {
  const block = page.getByRole("button", { name: title });
  const track = page.locator(`[data-track="${room}"]`);
  await block.hover(); // waits for a stable position: a moved block is drawn again when the server answers
  const [from, to] = [await block.boundingBox(), await track.boundingBox()];
  if (!from || !to) throw new Error("Nothing to drag, or nowhere to");
  const hours = (Date.parse(at(time)) - Date.parse(at("08:00"))) / 3_600_000;
  await page.mouse.move(from.x + 20, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + from.height / 2, { steps: 3 });
  await page.mouse.move(to.x + (to.width / 10) * hours + 20, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
}

test("bookings and moves appear live; the second of two conflicting moves fails", async ({ signInAs }) => {
  const dara = await signInAs("employee@acme.test");
  const amira = await signInAs("manager@acme.test");
  const { data } = await dara.api.call(readGrid, {
    query: { bookable_type: "room", start_date: at("00:00"), end_date: at("23:00") },
  });
  const roomOf = (name: string) => data.resources.find((room) => room.name === name)?.id as number;
  for (const { page, say } of [dara, amira]) {
    await page.goto(`/room-reservation?day=${day}`);
    await expect(page.getByRole("button", { name: say("booking.bookName", { name: "Zab" }) })).toBeVisible();
  }

  const { page, say } = dara;
  await page.getByRole("button", { name: say("booking.bookName", { name: "Zab" }) }).click();
  const panel = page.getByRole("dialog");
  await expect(panel.getByLabel(say("booking.title"))).toBeFocused();
  // The other user sees that a slot is being booked, but not for what.
  const beingBooked = amira.page.getByRole("img", {
    name: amira.say("booking.beingBooked", { name: "Dara Aziz", times: "09:00 to 10:00" }),
  });
  await expect(beingBooked).toBeVisible();
  await panel.getByLabel(say("booking.title")).fill("Depot app kick-off");
  await panel.getByRole("button", { name: say("action.save") }).click();
  await expect(panel).toBeHidden();
  await expect(beingBooked).toBeHidden();
  const mine = page.getByRole("button", { name: "Depot app kick-off" });
  const hers = amira.page.getByRole("button", { name: "Depot app kick-off" });
  await expect(mine).toBeVisible();
  await expect(hers).toBeVisible();

  await mine.focus();
  await expect(mine).toBeFocused();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(hers).toHaveAccessibleName(/09:15 to 10:15/);
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.locator(`[data-track="${roomOf("Halgurd")}"]`).getByText("Depot app kick-off")).toBeVisible();
  await expect(mine).toBeFocused();
  await expect(amira.page.locator(`[data-track="${roomOf("Halgurd")}"]`).getByText("Depot app kick-off")).toBeVisible();

  await drag(page, "Depot app kick-off", roomOf("Barzan"), "11:15");
  await expect(amira.page.locator(`[data-track="${roomOf("Barzan")}"]`).getByText("Depot app kick-off")).toBeVisible();
  await expect(hers).toHaveAccessibleName(/11:15 to 12:15/);

  // Both users want the same slot: Dara's request is held until Amira's booking is saved.
  const { requested, release } = await holdRequests(page, "**/booking/*");
  await mine.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await requested;
  await amira.api.call(createBooking, {
    body: {
      title: "Carrier workshop",
      bookable_type: "room",
      bookable_id: roomOf("Barzan"),
      start_date: at("12:30"),
      end_date: at("13:30"),
    },
  });
  release();
  const dialog = page.getByRole("dialog", { name: say("booking.lost") });
  await expect(dialog.getByText(/Booked by Amira Haddad 12:30 to 13:30/)).toBeVisible();
  await expect(hers).toHaveAccessibleName(/11:15 to 12:15/);
  await page.unroute("**/booking/*");

  await dialog
    .getByRole("button", { name: /, 11:30 to 12:30/ })
    .first()
    .click();
  await expect(dialog).toBeHidden();
  await expect(hers).toHaveAccessibleName(/11:30 to 12:30/);

  await mine.focus();
  await expect(mine).toBeFocused();
  await page.keyboard.press("Enter");
  const cancel = page.getByRole("dialog").getByRole("button", { name: say("booking.cancel") });
  await expect(cancel).toBeVisible();
  await cancel.focus();
  await expect(cancel).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(hers).toBeHidden();

  const admin = await signInAs("admin@acme.test");
  const { data: rooms } = await admin.api.call(listRooms, { query: { q: "Zab" } });
  const { building_id = 0, floor_id = 0 } = rooms[0] ?? {};
  const { data: room } = await admin.api.call(createRoom, {
    body: { name: "Slipway", building_id, floor_id, capacity: 90 },
  });
  const slipway = amira.page.locator(`[data-track="${room.id}"]`);
  await expect(slipway).toBeVisible();
  await amira.page.getByRole("button", { name: amira.say("booking.find.room") }).click();
  const finder = amira.page.getByRole("dialog");
  await finder.getByLabel(amira.say("booking.find.people")).fill("80");
  const offers = finder.getByRole("list", { name: amira.say("booking.find.free") });
  await expect(offers.getByRole("listitem")).toHaveCount(1);
  await finder.getByLabel(amira.say("booking.title")).fill("Launch party");
  await offers.getByRole("button", { name: amira.say("booking.bookName", { name: "Slipway" }) }).click();
  await expect(finder).toBeHidden();
  await expect(slipway.getByText("Launch party")).toBeVisible();
  await amira.api.call(createBooking, {
    body: {
      title: "Keel talk",
      bookable_type: "room",
      bookable_id: room.id,
      start_date: at("14:00"),
      end_date: at("15:00"),
    },
  });

  await admin.page.goto("/room");
  await admin.page.getByRole("button", { name: admin.say("organization.more", { name: "Slipway" }) }).click();
  await admin.page.getByRole("menuitem", { name: admin.say("action.delete") }).click();
  const question = admin.page.getByRole("dialog", {
    name: admin.say("organization.delete.title", { name: "Slipway" }),
  });
  await question.getByRole("button", { name: admin.say("organization.delete.confirm") }).click();
  await question.getByRole("combobox", { name: admin.say("affected.for", { name: "Launch party" }) }).click();
  await admin.page.getByRole("option", { name: admin.say("affected.cancel") }).click();
  await question.getByRole("button", { name: admin.say("organization.delete.withBookings") }).click();
  await expect(question).toBeHidden();
  await expect(slipway).toHaveCount(0);
  await expect(amira.page.getByRole("button", { name: /^Launch party/ })).toHaveCount(0);
  await expect(amira.page.getByRole("button", { name: /^Keel talk/ })).toBeVisible();
});

test("a long press drags a booking or its edges; a moving finger scrolls", async ({ signInAs }) => {
  const { page, api } = await signInAs("finance@acme.test", {
    browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const { data } = await api.call(readGrid, {
    query: { bookable_type: "room", start_date: at("00:00"), end_date: at("23:00") },
  });
  const bookable_id = data.resources.find(({ name }) => name === "Citadel")?.id as number;
  await api.call(createBooking, {
    body: { title: "By hand", bookable_type: "room", bookable_id, start_date: at("09:00"), end_date: at("10:00") },
  });
  await page.goto(`/room-reservation?day=${day}`);
  const block = page.getByRole("button", { name: /^By hand/ });
  await expect(block).toBeVisible();
  const finger = await TouchGesture.on(page);
  const middle = async (of: Locator) => {
    const box = await of.boundingBox();
    if (!box) throw new Error("It isn't on the screen.");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, hour: box.width };
  };

  const { x, y, hour } = await middle(block);
  await finger.pressOn(block);
  await expect(page.locator("[data-draft]")).toBeVisible();
  await finger.moveTo({ x: x - hour / 2, y });
  await finger.lift();
  await expect(block).toHaveAccessibleName(/08:30 to 09:30/);

  await finger.pressOn(block);
  await expect(page.locator("[data-draft]")).toBeVisible();
  await finger.lift();
  const edge = page.locator('[data-handle="end"]');
  expect((await edge.boundingBox())?.width).toBeGreaterThanOrEqual(44);
  const end = await middle(edge);
  await finger.pressOn(edge);
  await finger.moveTo({ x: end.x + hour / 4 + 2, y: end.y });
  await finger.lift();
  await expect(block).toHaveAccessibleName(/08:30 to 09:45/);

  await page.keyboard.press("Escape");
  await expect(edge).toHaveCount(0);
  const before = await middle(block);
  await finger.swipe(block, { x: before.x - 60, y: before.y });
  await expect(async () => expect((await middle(block)).x).toBeLessThan(before.x - 20)).toPass();
  await expect(block).toHaveAccessibleName(/08:30 to 09:45/);
});

test("on a phone, short bookings fit the screen without overlapping", async ({ signInAs }) => {
  const { page, api, say } = await signInAs("manager@acme.test", {
    browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const { data: rooms } = await api.call(listRooms, { query: { q: "Halgurd" } });
  const room = rooms[0]?.id as number;
  for (const [from, until] of [
    ["09:00", "09:30"],
    ["09:30", "10:00"],
    ["10:30", "11:00"],
  ] as const) {
    await api.call(createBooking, {
      body: {
        bookable_type: "room",
        bookable_id: room,
        title: from,
        start_date: at(from),
        end_date: at(until),
      },
    });
  }
  await page.goto(`/room-reservation?view=week&day=${day}`);
  const blocks = page.locator(`[data-track="${room}"] [data-booking]`);
  await expect(blocks).toHaveCount(3);
  const boxes = await blocks.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  boxes.sort((a, b) => a.left - b.left);
  expect(boxes.slice(1).map((box, n) => box.left >= (boxes[n] as DOMRect).right)).toEqual([true, true]);
  expect(boxes[2]?.width).toBe(44);
  const week = page.getByTitle(say("booking.chooseDay")).getByText(/\d/).locator("..");
  expect(await week.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  const view = page.getByLabel(say("booking.view"), { exact: true }).first();
  expect(await view.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.goto("/room");
  const name = page.getByText("Quiet corner", { exact: true });
  await expect(name).toBeVisible();
  expect(await name.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  await expect(page.getByRole("table", { name: say("title.rooms") })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
