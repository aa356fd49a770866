import { createBooking } from "../../../shared/bookings/bookings/bookings.contract";
import { listCars } from "../../../shared/bookings/cars/cars.contract";
import { approveBooking } from "../../../shared/bookings/bookings/approval/decisions.contract";
import { expect, test } from "../support/test";

test("a trip started and ended on a phone appears live for approvers", async ({ signInAs }) => {
  const admin = await signInAs("admin@acme.test");
  const dara = await signInAs("employee@acme.test", { browser: { viewport: { width: 390, height: 844 } } });
  const { data: cars } = await admin.api.call(listCars);
  const car = cars.find(({ name }) => name === "Isuzu NPR");
  if (!car) throw new Error("The demo has no lorry");
  const now = Date.now();
  const title = "Pallets to the fair";
  const { data } = await dara.api.call(createBooking, {
    body: {
      bookable_type: "car",
      car_type: "truck",
      title,
      start_date: new Date(now).toISOString(),
      end_date: new Date(now + 7_200_000).toISOString(),
    },
  });
  await admin.api.call(approveBooking, { params: { id: data.id }, body: { car_id: car.id } });
  for (const { page } of [admin, dara]) {
    await page.goto("/driver-reservation");
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  }

  const { page, say } = dara;
  const panel = page.getByRole("dialog");
  const mileage = panel.getByLabel(say("trip.mileage"));
  await page.getByRole("button", { name: `${say("trip.start")}: ${title}` }).click();
  await expect(mileage).toBeFocused();
  await expect(mileage).toHaveValue(String(car.mileage));
  await panel.getByRole("button", { name: say("trip.start"), exact: true }).click();
  await expect(panel).toBeHidden();
  const theirs = admin.page.getByRole("article").filter({ hasText: title });
  await expect(theirs.getByText(admin.say("trip.status.underWay"))).toBeVisible();

  await page.getByRole("button", { name: `${say("trip.end")}: ${title}` }).click();
  await expect(mileage).toBeFocused();
  await mileage.fill(String(car.mileage - 1));
  await panel.getByRole("button", { name: say("trip.end"), exact: true }).click();
  await expect(panel.getByText(say("trip.mileageFalls"))).toBeVisible();
  await mileage.fill(String(car.mileage + 84));
  await panel.getByLabel(say("trip.note")).fill("A mirror is loose");
  await panel.getByRole("button", { name: say("trip.end"), exact: true }).click();
  await expect(panel).toBeHidden();
  const past = admin.page.getByRole("region", { name: admin.say("trips.past") });
  await expect(
    past
      .getByRole("article")
      .filter({ hasText: title })
      .getByText(/^84 km/),
  ).toBeVisible();
});
