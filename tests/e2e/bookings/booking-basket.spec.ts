import { createBooking } from "../../../shared/bookings/bookings.contract";
import { readGrid } from "../../../shared/bookings/grid.contract";
import { expect, test } from "../support/test";

const dayMs = 86_400_000;
/** A Wednesday weeks after those of the other stories of bookings. */
const day = (() => {
  const now = Date.now();
  const ahead = 49 + ((3 - new Date(now).getUTCDay() + 7) % 7);
  return new Date(now + ahead * dayMs).toISOString().slice(0, 10);
})();
const at = (time: string) => `${day}T${time}:00.000Z`;

test("a room, another one and a car are booked by one form: what isn't free is named, what is free takes its place, nothing is lost", async ({
  cast,
}) => {
  const dara = await cast("employee@acme.test");
  const amira = await cast("manager@acme.test");
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
  await expect(page.getByRole("option")).toHaveCount(0); // the list of rooms closes, and isn't that of cars
  await panel.getByRole("button", { name: say("booking.basket.addCar") }).click();
  const car = panel.getByRole("group", { name: say("booking.carType") });
  await car.getByLabel(say("booking.carType"), { exact: true }).click();
  await page.getByRole("option").first().click();
  await car.getByRole("textbox", { name: say("booking.toPlace") }).fill("Airport");
  // One more, and away with it again: the focus isn't lost.
  await panel.getByRole("button", { name: say("booking.basket.addCar") }).click();
  const remove = say("booking.basket.remove", { what: say("booking.carType") });
  await panel.getByRole("button", { name: remove }).last().click();
  await expect(panel.getByRole("button", { name: remove })).toHaveCount(1);
  await expect(panel.getByRole("button", { name: say("booking.basket.addRoom") })).toBeFocused();

  // Meanwhile somebody else has taken the second room.
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

  // Each stands where it belongs, and says what else was booked with it.
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
