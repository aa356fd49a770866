import { createBooking } from "../../shared/bookings/bookings/bookings.contract";
import { readGrid } from "../../shared/bookings/bookings/grid.contract";
import { listRooms } from "../../shared/bookings/rooms/rooms.contract";
import { expect, test } from "./support/test";

const dayMs = 86_400_000;
/** A Wednesday later than those of the other booking tests. */
const day = (() => {
  const now = Date.now();
  const ahead = 63 + ((3 - new Date(now).getUTCDay() + 7) % 7);
  return new Date(now + ahead * dayMs).toISOString().slice(0, 10);
})();
/** Times are in the time zone of Erbil, where the rooms are. */
const at = (time: string) => new Date(`${day}T${time}:00+03:00`).toISOString();
const time = { start_date: at("09:00"), end_date: at("09:30") };

test("a projector is booked and moved by keyboard, and changes appear live", async ({ signInAs }) => {
  const dara = await signInAs("employee@acme.test");
  const amira = await signInAs("manager@acme.test");
  const { data } = await dara.api.call(readGrid, {
    query: { bookable_type: "equipment", start_date: at("00:00"), end_date: at("23:00") },
  });
  const pieceOf = (name: string) => data.resources.find((piece) => piece.name === name)?.id as number;
  const rowOf = (name: string) => `[data-track="${pieceOf(name)}"]`;
  for (const { page, say } of [dara, amira]) {
    await page.goto(`/equipment-reservation?day=${day}`);
    await expect(page.getByRole("button", { name: say("booking.bookName", { name: "Projector 1" }) })).toBeVisible();
  }

  const { page, say } = dara;
  await page.getByRole("button", { name: say("booking.bookName", { name: "Projector 1" }) }).click();
  const panel = page.getByRole("dialog");
  await expect(panel.getByLabel(say("booking.title"))).toBeFocused();
  await expect(panel.getByLabel(say("booking.piece"), { exact: true })).toHaveValue("Projector 1");
  const times = "09:00 to 10:00";
  const beingBooked = amira.page
    .locator(rowOf("Projector 1"))
    .getByRole("img", { name: amira.say("booking.beingBooked", { name: "Dara Aziz", times }) });
  await expect(beingBooked).toBeVisible();
  await panel.getByLabel(say("booking.title")).fill("Film evening");
  await panel.getByRole("button", { name: say("action.save") }).click();
  await expect(panel).toBeHidden();
  const mine = page.getByRole("button", { name: "Film evening" });
  const hers = amira.page.getByRole("button", { name: "Film evening" });
  await expect(hers).toBeVisible();
  await expect(beingBooked).toBeHidden();

  await mine.focus();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(amira.page.locator(rowOf("Projector 2")).getByText("Film evening")).toBeVisible();
  await expect(mine).toBeFocused();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(hers).toHaveAccessibleName(/09:15 to 10:15/);

  const rooms = await amira.api.call(listRooms, { query: {} });
  const zab = rooms.data.find(({ name }) => name === "Zab")?.id as number;
  const meeting = { title: "Carrier workshop", bookable_type: "room" as const, bookable_id: zab };
  await amira.api.call(createBooking, { body: { ...meeting, ...time, equipment: [pieceOf("Projector 1")] } });
  const along = page.locator(rowOf("Projector 1")).getByText("Carrier workshop");
  await expect(along).toBeVisible();

  // The previous piece and the other one of its kind are taken, so the dialog offers a later start.
  await page.keyboard.press("Shift+ArrowUp");
  const lost = page.getByRole("dialog", { name: say("booking.lost") });
  await expect(lost.getByText(/^Projector 1: .*Amira Haddad/)).toBeVisible();
  await lost.getByRole("button", { name: /^Projector 1 ?, 09:30/ }).click();
  await expect(lost).toBeHidden();
  await expect(amira.page.locator(rowOf("Projector 1")).getByText("Film evening")).toBeVisible();
  await expect(hers).toHaveAccessibleName(/09:30 to 10:30/);

  await amira.page.getByRole("button", { name: "Carrier workshop" }).click();
  const view = amira.page.getByRole("dialog", { name: "Carrier workshop" });
  await expect(view.getByText(/^Zab, /)).toBeVisible();
  await view.getByRole("link", { name: amira.say("reservation.changeBooking") }).click();
  await expect(amira.page).toHaveURL(/\/room-reservation\?day=/);
  await expect(amira.page.getByRole("button", { name: "Carrier workshop" })).toBeVisible();
});

test("bookings get another piece of equipment during an outage", async ({ signInAs }) => {
  const admin = await signInAs("admin@acme.test");
  const { page, say } = admin;
  const { data } = await admin.api.call(readGrid, {
    query: { bookable_type: "equipment", start_date: at("00:00"), end_date: at("23:00") },
  });
  const pieceOf = (name: string) => data.resources.find((piece) => piece.name === name)?.id as number;
  const later = { start_date: at("14:00"), end_date: at("15:00") };
  const body = { title: "Roadmap", bookable_type: "equipment" as const, bookable_id: pieceOf("Projector 1"), ...later };
  await admin.api.call(createBooking, { body });
  await page.goto("/room/equipment");
  await page.getByRole("button", { name: "Projector 1", exact: true }).click();
  const panel = page.getByRole("dialog");
  await expect(panel.getByRole("button", { name: say("place.photo.other") })).toBeVisible();
  const outages = panel.getByRole("region", { name: say("outage.title") });
  await outages.getByLabel(say("booking.day"), { exact: true }).fill(day);
  await outages.getByLabel(say("booking.from"), { exact: true }).fill("13:00");
  await outages.getByLabel(say("booking.until"), { exact: true }).fill("16:00");
  await outages.getByRole("button", { name: say("outage.add") }).click();
  const question = panel.getByRole("alert", { name: say("affected.title") });
  await expect(question.getByRole("combobox", { name: say("affected.for", { name: "Roadmap" }) })).toHaveValue(
    "Projector 2",
  );
  await outages.getByRole("button", { name: say("outage.addAndMove") }).click();
  await expect(question).toBeHidden();
  await page.goto(`/equipment-reservation?day=${day}`);
  await expect(page.locator(`[data-track="${pieceOf("Projector 2")}"]`).getByText("Roadmap")).toBeVisible();
  await expect(page.locator(`[data-track="${pieceOf("Projector 1")}"]`).getByText(say("booking.outage"))).toBeVisible();
});
