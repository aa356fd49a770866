import { listWorkSchedules } from "../../../shared/work/schedules/schedules.contract";
import { workday } from "../support/days";
import { expect, test } from "../support/test";

test("a week costs a four-day employee four days, until a new schedule recounts it", async ({ signInAs }) => {
  const hr = await signInAs("hr@acme.test");
  const { page, say, api } = hr;
  const fullname = `Fiona Teil ${Date.now() % 100_000}`;
  await page.goto("/employees/create");
  await page.getByRole("textbox", { name: say("people.field.fullname") }).fill(fullname);
  await page.getByRole("textbox", { name: say("people.field.email") }).fill(`fiona.${Date.now()}@acme.test`);
  await page.getByRole("combobox", { name: say("people.field.role") }).click();
  await page.getByRole("option", { name: "Employee", exact: true }).click();
  await page.getByRole("combobox", { name: say("schedule.title") }).click();
  await page.getByRole("option", { name: say("schedule.template.four_days") }).click();
  await expect(page.getByRole("group", { name: say("schedule.hours") }).getByLabel("Fri")).toHaveValue("0");
  await page.getByRole("button", { name: say("people.saveAndInvite") }).click();
  await expect(page).toHaveURL(/\/employees$/);
  await page.goto(`/employees?q=${encodeURIComponent(fullname)}`);
  await page.getByRole("link", { name: fullname }).first().click();
  await expect(page.getByRole("heading", { name: fullname, level: 1 })).toBeVisible();
  const id = Number(/\/employee\/(\d+)/.exec(page.url())?.[1]);
  await expect(page.getByText(say("schedule.weekly", { hours: "32" })).first()).toBeVisible();

  const [start, end] = [workday(6, 2, "Mon"), workday(6, 2, "Fri")];
  await page.goto(`/leaves/create?day=${start}`);
  await page.getByRole("combobox", { name: say("leave.for") }).fill(fullname);
  await page.getByRole("option", { name: fullname }).click();
  await page.getByRole("combobox", { name: "Leave type" }).click();
  await page.getByRole("option", { name: "Annual leave" }).click();
  await page.getByRole("textbox", { name: "Last day" }).fill(end);
  await page.getByRole("textbox", { name: "Last day" }).press("Tab");
  const strip = page.getByText(say("leave.free.why"));
  await expect(strip.first()).toBeAttached();
  await expect(page.getByText(say("leave.days", { count: 4, shown: "4" })).first()).toBeVisible();
  await page.getByRole("button", { name: say("leave.enter") }).click();
  await expect(page).toHaveURL(/\/leaves\/view\/\d+/);
  const leave = page.url();

  await page.goto(`/employees/promotion/create/${id}`);
  await page.getByRole("combobox", { name: say("employment.becomes", { field: say("schedule.title") }) }).click();
  await page.getByRole("option", { name: say("schedule.template.organization") }).click();
  await page.getByLabel(say("employment.effectiveOn")).fill(start);
  await page.getByRole("button", { name: say("employment.plan") }).click();
  await expect(page).toHaveURL(new RegExp(`/employee/${id}/view$`));
  await expect(page.getByRole("region", { name: say("employment.waiting") })).toContainText(
    say("schedule.template.organization"),
  );
  expect((await api.call(listWorkSchedules, { params: { id } })).data.schedules).toHaveLength(2);

  await page.goto(leave);
  await expect(page.getByText(say("leave.days", { count: 5, shown: "5" })).first()).toBeVisible();
  await page.getByRole("button", { name: say("ledger.open") }).click();
  await expect(page.getByRole("dialog").getByText(say("ledger.cause.schedule_changed"))).toBeVisible();
  expect(hr.complaints).toEqual([]);
});
