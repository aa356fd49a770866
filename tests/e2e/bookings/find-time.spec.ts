import { randomUUID } from "node:crypto";
import { listMyBookings } from "../../../shared/bookings/bookings/bookings.contract";
import { expect, test } from "../support/test";

const day = new Date(Date.now() + 15 * 86_400_000).toISOString().slice(0, 10);

const names = ["Amira Haddad", "Nora Lindqvist"];

test("a common time of several people is found and booked by keyboard on a phone", async ({ signInAs }) => {
  const title = `Common time ${randomUUID().slice(0, 6)}`;
  const { page, say, api } = await signInAs("employee@acme.test");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/room-reservation?day=${day}`);
  await page.getByRole("button", { name: say("booking.find.room") }).click();
  const panel = page.getByRole("dialog");
  await panel.getByText(say("booking.findTime.commonTime")).click();
  await expect(panel.getByRole("status")).toHaveText(say("booking.findTime.choose"));
  const people = panel.getByRole("combobox", { name: say("booking.participants") });
  for (const name of names) {
    await people.fill(name);
    await expect(page.getByRole("option", { name })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  }
  const times = panel.getByRole("region", { name: say("booking.findTime.times") });
  const first = times.getByRole("button").first();
  await expect(first).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await first.focus();
  await page.keyboard.press("Enter");

  const form = page.getByRole("dialog", { name: say("booking.bookRoom") });
  await expect(form.getByLabel(say("booking.title"), { exact: true })).toBeFocused();
  for (const name of names) await expect(form.getByText(name).first()).toBeVisible();
  await page.keyboard.type(title);
  await form.getByRole("button", { name: say("action.save") }).click();
  await expect(form).toBeHidden();

  const { data } = await api.call(listMyBookings, {
    query: { start_date: `${day}T00:00:00Z`, end_date: new Date(Date.parse(day) + 8 * 86_400_000).toISOString() },
  });
  const booked = data.find((booking) => booking.title === title);
  expect(booked?.participants.map(({ fullname }) => fullname)).toEqual(names);
  expect(booked?.bookable_type).toBe("room");
});
