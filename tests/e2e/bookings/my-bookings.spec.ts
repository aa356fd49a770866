import { createBooking, deleteBooking } from "../../../shared/bookings/bookings/bookings.contract";
import { readGrid } from "../../../shared/bookings/bookings/grid.contract";
import { expect, test } from "../support/test";

test("my bookings update live, and the URL contains the building of the search", async ({ signInAs }, {
  repeatEachIndex,
}) => {
  // No other bookings exist months ahead; each run uses its own day.
  const day = new Date(Date.now() + (101 + repeatEachIndex) * 86_400_000).toISOString().slice(0, 10);
  const at = (time: string) => new Date(`${day}T${time}:00+03:00`).toISOString();
  const { page, say, api } = await signInAs("employee@acme.test");
  const { data } = await api.call(readGrid, {
    query: { bookable_type: "room", start_date: at("00:00"), end_date: at("23:00") },
  });
  const zab = data.resources.find(({ name }) => name === "Zab") as (typeof data.resources)[number];
  const elsewhere = data.resources.find(({ building }) => building !== zab.building) as typeof zab;
  await page.goto("/room-reservation?view=mine");
  await expect(page.getByRole("radio", { name: say("booking.view.mine") })).toBeChecked();

  const { data: booking } = await api.call(createBooking, {
    body: {
      title: "Shelf plan",
      bookable_type: "room",
      bookable_id: zab.id,
      start_date: at("09:00"),
      end_date: at("10:00"),
    },
  });
  const entry = page.locator(`[data-booking="${booking.id}"]`);
  await expect(entry).toContainText("Shelf plan");
  await expect(entry).toContainText("Zab");
  await entry.click();
  const panel = page.getByRole("dialog", { name: "Shelf plan" });
  await expect(panel.getByRole("button", { name: say("booking.cancel") })).toBeVisible();
  await api.call(deleteBooking, { params: { id: booking.id }, body: { scope: "this" } });
  await expect(entry).toHaveCount(0);
  await expect(panel).toHaveCount(0);

  await page.goto(`/room-reservation?day=${day}&building=${encodeURIComponent(elsewhere.building as string)}`);
  await expect(page.locator(`[data-track="${elsewhere.id}"]`)).toBeVisible();
  await expect(page.locator(`[data-track="${zab.id}"]`)).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: say("place.building") })).toHaveValue(elsewhere.building as string);
});
