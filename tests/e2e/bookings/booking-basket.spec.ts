import { createBooking } from "../../../shared/bookings/bookings/bookings.contract";
import { readGrid } from "../../../shared/bookings/bookings/grid.contract";
import { expect, test } from "../support/test";

const dayMs = 86_400_000;
/** A Wednesday later than those of the other booking tests. */
const day = (() => {
  const now = Date.now();
  const ahead = 49 + ((3 - new Date(now).getUTCDay() + 7) % 7);
  return new Date(now + ahead * dayMs).toISOString().slice(0, 10);
})();
/** Times are in the time zone of Erbil, where the rooms are. */
const at = (time: string) => new Date(`${day}T${time}:00+03:00`).toISOString();

test("one form books two rooms and a car and can replace a taken room", async ({ signInAs }) => {
  const dara = await signInAs("employee@acme.test");
  const amira = await signInAs("manager@acme.test");
  const { data } = await dara.api.call(readGrid, {
    query: { bookable_type: "room", start_date: at("00:00"), end_date: at("23:00") },
  });
  const zab = data.resources.find(({ name }) => name === "Zab")?.id as number;
  const { page, say } = dara;
  await page.goto(`/room-reservation?day=${day}`);
  await page.getByRole("button", { name: say("booking.bookName", { name: "Halgurd" }) }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel(say("booking.title")).fill("Visit of Zagros Foods");
  await panel.getByRole("button", { name: say("booking.basket.addRoom") }).click();
  const room = panel.getByRole("group", { name: say("booking.room") });
  await room.getByLabel(say("booking.room"), { exact: true }).click();
  await page.getByRole("option", { name: /^Zab/ }).click();
  await expect(page.getByRole("option")).toHaveCount(0); // waits until the list of rooms has closed
  await panel.getByRole("button", { name: say("booking.basket.addCar") }).click();
  const car = panel.getByRole("group", { name: say("booking.carType") });
  await car.getByLabel(say("booking.carType"), { exact: true }).click();
  await page.getByRole("option").first().click();
  await car.getByRole("textbox", { name: say("booking.toPlace") }).fill("Airport");
  await panel.getByRole("button", { name: say("booking.basket.addCar") }).click();
  const remove = say("booking.basket.remove", { what: say("booking.carType") });
  await panel.getByRole("button", { name: remove }).last().click();
  await expect(panel.getByRole("button", { name: remove })).toHaveCount(1);
  await expect(panel.getByRole("button", { name: say("booking.basket.addRoom") })).toBeFocused();

  const theirs = { title: "Carrier workshop", bookable_type: "room" as const, bookable_id: zab };
  await amira.api.call(createBooking, { body: { ...theirs, start_date: at("09:00"), end_date: at("10:00") } });
  await panel.getByRole("button", { name: say("action.save") }).click();
  const notice = panel.getByRole("alert").filter({ hasText: say("booking.free") });
  await expect(notice.getByText(/^Zab: .*Amira Haddad/)).toBeVisible();
  await notice.getByRole("button").last().click();
  await expect(notice).toBeHidden();
  await expect(room.getByLabel(say("booking.room"), { exact: true })).not.toHaveValue(/^Zab/);
  await panel.getByRole("button", { name: say("action.save") }).click();
  await expect(panel).toBeHidden();

  const blocks = page.getByRole("button", { name: "Visit of Zagros Foods" });
  await expect(blocks).toHaveCount(2);
  await blocks.first().click();
  await expect(page.getByRole("dialog").getByText(say("booking.basket.also"))).toBeVisible();
  await expect(
    page
      .getByRole("dialog")
      .getByText(new RegExp(say("booking.status.pending")))
      .first(),
  ).toBeVisible();
});
