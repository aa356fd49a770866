import { createBooking, listBookings } from "../../../shared/bookings/bookings/bookings.contract";
import { listBookingRequests } from "../../../shared/bookings/bookings/approval/booking-requests.contract";
import { weekdayOf } from "../../../shared/kernel/days";
import type { Person } from "../support/people";
import { expect, test } from "../support/test";

const dayMs = 86_400_000;

/** The first Monday to Thursday without a car booking, some weeks ahead: each run finds another day, on which drivers work. */
async function freeDay(person: Person): Promise<string> {
  const from = Math.floor(Date.now() / dayMs) + 30;
  const iso = (day: number) => new Date(day * dayMs).toISOString();
  const query = { bookable_type: "car" as const, start_date: iso(from), end_date: iso(from + 120) };
  const { data } = await person.api.call(listBookings, { query });
  const takenDays = new Set(data.map(({ start_date }) => start_date.slice(0, 10)));
  const days = Array.from({ length: 120 }, (_, n) => iso(from + n).slice(0, 10));
  return days.find((day) => weekdayOf(day) <= 4 && !takenDays.has(day)) as string;
}

test("a car request appears live in the inbox and is approved with car and driver", async ({ signInAs }) => {
  const manager = await signInAs("manager@acme.test");
  const employee = await signInAs("employee@acme.test");
  const day = await freeDay(employee);
  const title = `Erbil to Duhok, ${day}`;
  await employee.page.goto(`/car-reservation?day=${day}`);
  await expect(employee.page.getByText("Ford Transit").first()).toBeVisible();
  const { page, say } = manager;
  await page.goto("/approvals");
  await expect(page.getByRole("heading", { name: say("title.inbox") }).first()).toBeVisible();

  await employee.api.call(createBooking, {
    body: {
      bookable_type: "car",
      car_type: "minibus",
      title,
      seats: 5,
      driver_needed: true,
      from_place: "Erbil",
      to_place: "Duhok",
      start_date: `${day}T09:00:00Z`,
      end_date: `${day}T11:00:00Z`,
    },
  });
  await expect(page.getByText(title)).toBeVisible();
  const { data } = await employee.api.call(listBookingRequests, { query: {} });
  const carRequest = data.find((request) => request.booking.title === title);
  await page.goto(`/approvals?open=${carRequest?.id}&of=booking`);
  const cars = page.getByRole("radiogroup", { name: say("reservation.car") });
  await expect(cars.getByRole("radio", { checked: true })).toHaveCount(1);
  await cars.getByRole("radio", { name: "Hyundai Staria" }).check();
  const drivers = page.getByRole("radiogroup", { name: say("reservation.driver") });
  await drivers.getByRole("radio", { name: "Khalid Hamid" }).check();
  await page.getByRole("button", { name: new RegExp(`^${say("request.approve")}`) }).click();
  await expect(cars).toBeHidden();

  await expect(employee.page.getByText(employee.say("booking.askedFor"))).toHaveCount(0);
  await employee.page.getByText(title).click();
  const theirs = employee.page.getByRole("dialog");
  await expect(theirs.getByText(employee.say("booking.status.approved"), { exact: true })).toBeVisible();
  await expect(theirs.getByText("Hyundai Staria")).toBeVisible();
  await expect(theirs.getByRole("button", { name: employee.say("reservation.reject") })).toHaveCount(0);
});

test("a trip decided in its panel stays listed with the requester's name and Undo", async ({ signInAs }) => {
  const manager = await signInAs("manager@acme.test");
  const employee = await signInAs("employee@acme.test");
  const day = await freeDay(employee);
  const title = `Erbil to Soran, ${day}`;
  await employee.api.call(createBooking, {
    body: {
      bookable_type: "car",
      car_type: "minibus",
      title,
      seats: 5,
      driver_needed: true,
      from_place: "Erbil",
      to_place: "Soran",
      start_date: `${day}T09:00:00Z`,
      end_date: `${day}T11:00:00Z`,
    },
  });
  const { page, say } = manager;
  await page.goto("/car-reservation?view=assign");
  const list = page.getByRole("region").getByRole("listitem");
  await list.filter({ hasText: title }).getByRole("button").click();
  const panel = page.getByRole("dialog").filter({ hasText: title });
  await expect(panel.getByRole("radio", { checked: true }).first()).toBeVisible();
  await panel.getByRole("button", { name: say("reservation.approveAndAssign") }).click();
  const decided = list.filter({ hasText: say("request.said.approve", { name: employee.user.fullname }) });
  await expect(decided).toBeVisible();
  await decided.getByRole("button", { name: say("action.undo") }).click();
  await expect(list.filter({ hasText: title }).getByText(say("booking.status.pending"))).toBeVisible();
});
