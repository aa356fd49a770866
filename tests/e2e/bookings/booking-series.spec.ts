import { randomUUID } from "node:crypto";
import { createBooking, listBookings } from "../../../shared/bookings/bookings/bookings.contract";
import { createBuilding, createFloor } from "../../../shared/bookings/rooms/buildings.contract";
import { createRoom } from "../../../shared/bookings/rooms/rooms.contract";
import type { Api } from "../support/api";
import type { Person } from "../support/people";
import { expect, test } from "../support/test";

const dayMs = 86_400_000;

function offsetAt(timeZone: string, at: number): number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The next DST change: in one of these zones it is within five months on any date. */
function nextChange(): { time_zone: string; day: number } {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  for (let day = today + 14 * dayMs; day < today + 155 * dayMs; day += dayMs) {
    for (const time_zone of ["Europe/Berlin", "America/Santiago"])
      if (offsetAt(time_zone, day) !== offsetAt(time_zone, day + dayMs)) return { time_zone, day };
  }
  throw new Error("No clock is changed in the next five months.");
}

async function twoRooms(api: Api, time_zone: string, run: string) {
  const name = `Clock house ${run}`;
  const { data: building } = await api.call(createBuilding, { body: { name, time_zone } });
  const floor = await api.call(createFloor, { body: { name: "Ground floor", building_id: building.id } });
  const room = async (called: string) => {
    const body = { name: called, building_id: building.id, floor_id: floor.data.id, capacity: 8, auto_approve: true };
    return (await api.call(createRoom, { body })).data;
  };
  return [await room(`${name} A`), await room(`${name} B`)] as const;
}

test("a series across a DST change is saved as previewed and edited by scope", async ({ signInAs }) => {
  const admin = await signInAs("admin@acme.test");
  const { time_zone, day } = nextChange();
  const run = randomUUID().slice(0, 6);
  const [tables, winds] = [`Tide tables ${run}`, `Tides and winds ${run}`];
  const [room, other] = await twoRooms(admin.api, time_zone, run);
  const first = day - 11 * dayMs + 9 * 3_600_000 - offsetAt(time_zone, day - 11 * dayMs);
  // The same local time in the rooms' zone, so UTC differs by an hour after the change.
  const starts = [0, 1, 2, 3, 4].map((week) => {
    const at = first + week * 7 * dayMs;
    return at + offsetAt(time_zone, first) - offsetAt(time_zone, at);
  });
  const iso = (at: number | undefined) => new Date(at ?? 0).toISOString();
  for (const week of [1, 3]) {
    const when = { start_date: iso(starts[week]), end_date: iso((starts[week] ?? 0) + 3_600_000) };
    await admin.api.call(createBooking, {
      body: { title: "Taken before", bookable_type: "room", bookable_id: room.id, ...when },
    });
  }
  const dara = await signInAs("employee@acme.test");
  const { page, say } = dara;
  const mine = seriesOf(dara, run, iso(first - dayMs), iso(first + 40 * dayMs));
  const openDay = async (at: number | undefined) => {
    await page.goto(`/room-reservation?day=${iso(at).slice(0, 10)}`);
    await page.getByRole("textbox", { name: say("booking.search") }).fill(room.name.slice(0, -2));
    // Rows shift as the search narrows, and a click during that would miss.
    await expect(page.locator("[data-track]")).toHaveCount(2);
  };

  await openDay(first);
  await page.getByRole("button", { name: say("booking.bookName", { name: room.name }) }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel(say("booking.title"), { exact: true }).fill(tables);
  await panel.getByLabel(say("booking.repeat")).click();
  await page.getByRole("option", { name: say("booking.repeat.weekly") }).click();
  await panel.getByLabel(say("booking.times")).fill("5");
  const preview = panel.getByRole("region", { name: say("booking.preview") });
  await expect(preview.getByRole("status")).toHaveText(say("booking.previewCount", { count: 5, taken: 2 }));
  const takenDates = preview
    .getByRole("listitem")
    .filter({ hasText: say("booking.date.taken", { who: admin.fullname }) });
  await expect(takenDates).toHaveCount(2);
  await takenDates
    .first()
    .getByRole("button", { name: say("booking.skip") })
    .click();
  await expect(takenDates).toHaveCount(1);
  await takenDates.getByRole("button", { name: other.name }).click();
  await expect(takenDates).toHaveCount(0);
  await expect(preview.getByRole("status")).toHaveText(say("booking.previewCount", { count: 5, taken: 0 }));
  await panel.getByRole("button", { name: say("action.save") }).click();
  await expect(panel).toBeHidden();
  const saved = [
    [tables, starts[0], room.id],
    [tables, starts[2], room.id],
    [tables, starts[3], other.id],
    [tables, starts[4], room.id],
  ];
  expect(await mine()).toEqual(saved);
  // The local time stays 09:00 across the clock change, so two weeks aren't 14 times 24 hours.
  expect((starts[2] ?? 0) - (starts[0] ?? 0)).not.toBe(14 * dayMs);

  await openDay(starts[3]);
  await page.getByRole("button", { name: tables }).click();
  await panel.getByRole("button", { name: say("action.edit") }).click();
  await panel.getByLabel(say("booking.title"), { exact: true }).fill(winds);
  await panel.getByRole("radio", { name: say("booking.scope.following") }).check();
  await panel.getByRole("button", { name: say("action.save") }).click();
  await expect(page.getByRole("button", { name: winds })).toBeVisible();
  await expect(panel).toBeHidden();
  expect(await mine()).toEqual(saved.map(([title, ...rest], n) => [n < 2 ? title : winds, ...rest]));

  await openDay(starts[4]);
  await page.getByRole("button", { name: winds }).click();
  await panel.getByRole("button", { name: say("booking.cancelChoose") }).click();
  await panel.getByRole("radio", { name: say("booking.scope.all") }).check();
  await panel.getByRole("button", { name: say("booking.cancel") }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole("button", { name: winds })).toHaveCount(0);
  expect(await mine()).toEqual([]);
});

function seriesOf({ api }: Person, run: string, start_date: string, end_date: string) {
  const query = { bookable_type: "room" as const, start_date, end_date };
  return async () =>
    (await api.call(listBookings, { query })).data
      .filter(({ title }) => title?.endsWith(run))
      .map(({ title, start_date: from, bookable_id }) => [title, Date.parse(from), bookable_id]);
}
