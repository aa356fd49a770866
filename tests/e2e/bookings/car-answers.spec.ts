import { createBooking, deleteBooking, updateBooking } from "../../../shared/bookings/bookings/bookings.contract";
import { createCar } from "../../../shared/bookings/cars/cars.contract";
import { createDriver, listDrivers } from "../../../shared/bookings/drivers/drivers.contract";
import { listBookingRequests } from "../../../shared/bookings/bookings/approval/booking-requests.contract";
import { approveBooking, rejectBooking } from "../../../shared/bookings/bookings/approval/decisions.contract";
import { expect, test } from "../support/test";

const phone = { browser: { viewport: { width: 390, height: 844 } } };

test("a car request's changes reach the requester's and driver's phones live", async ({ signInAs }) => {
  const admin = await signInAs("admin@acme.test");
  const wheel = await signInAs("finance@acme.test", phone);
  const dara = await signInAs("employee@acme.test", phone);
  const { data: drivers } = await admin.api.call(listDrivers);
  const existingDriver = drivers.find(({ user_id }) => user_id === wheel.id);
  const driver = existingDriver ?? (await admin.api.call(createDriver, { body: { user_id: wheel.id } })).data;
  const plate_number = `22 K ${Math.floor(Math.random() * 9_000) + 1_000}`;
  const car = { name: "Skoda Octavia", type: "sedan" as const, plate_number, seats: 4 };
  const { data: createdCar } = await admin.api.call(createCar, { body: car });
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const at = (time: string) => `${day}T${time}:00Z`;
  const ask = async (title: string, from: string, until: string) => {
    const trip = { from_place: "Erbil", to_place: "Duhok", driver_needed: true };
    const body = { bookable_type: "car" as const, car_type: "sedan", title, ...trip };
    return (await dara.api.call(createBooking, { body: { ...body, start_date: at(from), end_date: at(until) } })).data;
  };
  const title = `To the trade fair ${plate_number}`;
  const carRequest = await ask(title, "09:00", "11:00");
  const { data: requests } = await dara.api.call(listBookingRequests, { query: {} });
  const request = requests.find(({ booking }) => booking.title === title);
  const { page, say } = dara;
  await page.goto(`/bookings/view/${request?.id}`);
  await expect(page.getByText(say("reservation.status.pending")).first()).toBeVisible();
  await wheel.page.goto("/driver-reservation");
  await expect(wheel.page.getByRole("heading", { name: wheel.say("title.trips") })).toBeVisible();
  const trip = wheel.page.getByRole("article").filter({ hasText: title });
  await expect(trip).toHaveCount(0);

  await admin.api.call(approveBooking, {
    params: { id: carRequest.id },
    body: { car_id: createdCar.id, driver_id: driver.id },
  });
  await expect(page.getByText(say("reservation.status.approved")).first()).toBeVisible();
  await expect(trip.getByRole("heading", { name: title })).toBeVisible();
  await expect(trip).toContainText(plate_number);
  await expect(trip).toContainText("09:00");

  await page
    .getByRole("link", { name: new RegExp(`${say("reservation.changeBooking")}|${say("reservation.showBooking")}`) })
    .click();
  await expect(page.getByRole("dialog", { name: title })).toBeVisible();
  await page.goto(`/bookings/view/${request?.id}`);
  await expect(page.getByText(say("reservation.status.approved")).first()).toBeVisible();

  const moved = { start_date: at("13:00"), end_date: at("15:00") };
  await dara.api.call(updateBooking, { params: { id: carRequest.id }, body: moved });
  await expect(trip).toHaveCount(0);
  await expect(page.getByText(say("reservation.status.pending")).first()).toBeVisible();
  await admin.api.call(approveBooking, {
    params: { id: carRequest.id },
    body: { car_id: createdCar.id, driver_id: driver.id },
  });
  await expect(trip).toContainText("13:00");

  await dara.api.call(deleteBooking, { params: { id: carRequest.id }, body: {} });
  await expect(trip).toHaveCount(0);
  await expect(page.getByText(say("reservation.status.cancelled")).first()).toBeVisible();

  const second = await ask(`${title}, again`, "09:00", "11:00");
  const { data: again } = await dara.api.call(listBookingRequests, { query: {} });
  const open = again.find(({ booking }) => booking.title === `${title}, again`);
  await page.goto(`/bookings/view/${open?.id}`);
  await expect(page.getByText(say("reservation.status.pending")).first()).toBeVisible();
  await admin.api.call(rejectBooking, { params: { id: second.id }, body: { reason: "The road is closed" } });
  await expect(page.getByText(say("reservation.status.rejected")).first()).toBeVisible();
  await expect(page.getByText("The road is closed").first()).toBeVisible();
});
