import { leaveBalances } from "../../../shared/requests/leave/ledger/balance.contract";
import { createLeave } from "../../../shared/requests/leave/requests/leave.contract";
import { createLeaveType, deleteLeaveType, listLeaveTypes } from "../../../shared/requests/leave/types/types.contract";
import { createHoliday, deleteHoliday, listHolidays } from "../../../shared/requests/leave/calendar/holidays.contract";
import { nextYear, workday } from "../support/days";
import { expect, test } from "../support/test";

test("a new holiday returns a leave day, and the ledger shows why", async ({ signInAs }) => {
  const hr = await signInAs("hr@acme.test");
  const nora = await signInAs("nora.lindqvist@acme.test");
  const { data: types } = await nora.api.call(listLeaveTypes);
  const annual = types.find(({ name }) => name === "Annual leave");
  const day = workday(7, 4, "Tue");
  const body = { leave_type_id: annual?.id as number, start_date: day, end_date: day };
  const { data: leave } = await nora.api.call(createLeave, { body });
  await nora.page.goto(`/leaves/view/${leave.id}`);
  const before = (await nora.api.call(leaveBalances, { query: { year: nextYear } })).data.find(
    ({ leave_type }) => leave_type.id === annual?.id,
  )?.balance as number;

  await hr.page.goto(`/leaves/list?tab=holidays&year=${nextYear}`);
  await hr.page.getByRole("button", { name: hr.say("holiday.import") }).click();
  const dialog = hr.page.getByRole("dialog");
  await dialog.getByLabel(hr.say("holiday.import.content")).fill(`${day},Midsummer fair\n${nextYear}-02-30,Never`);
  await dialog.getByRole("button", { name: hr.say("holiday.import.check") }).click();
  await expect(dialog.getByText(hr.say("holiday.import.new"))).toBeVisible();
  await dialog.getByRole("button", { name: hr.say("holiday.import.add", { count: 1 }) }).click();
  await expect(hr.page.getByRole("listitem").filter({ hasText: "Midsummer fair" })).toBeVisible();

  await nora.page.getByRole("button", { name: nora.say("ledger.open") }).click();
  const ledger = nora.page.getByRole("dialog");
  await expect(ledger.getByText("Midsummer fair")).toBeVisible();
  await expect(ledger.getByRole("row").last()).toContainText(String(before + 1));

  const { data: holidays } = await hr.api.call(listHolidays, { query: { year: nextYear } });
  for (const { id, name } of holidays) {
    if (name === "Midsummer fair") await hr.api.call(deleteHoliday, { params: { id } });
  }
});

test("a leave type is created with all rules, and archived instead of deleted", async ({ signInAs }) => {
  const employee = await signInAs("employee@acme.test");
  const hr = await signInAs("hr@acme.test");
  const { page, say } = hr;
  await page.goto("/leaves-type/create");
  await page.getByRole("button", { name: say("action.save") }).click();
  await expect(page.getByText(say("field.required")).first()).toBeVisible();
  await page.getByLabel(say("leaveType.name")).fill("Moving house");
  await page.getByRole("textbox", { name: say("leaveType.days"), exact: true }).fill("1.5");
  await page.getByRole("button", { name: say("action.save") }).click();
  await expect(page.getByRole("link", { name: "Moving house" })).toBeVisible();

  await employee.page.goto("/leaves/list?tab=types");
  await expect(employee.page.getByRole("link", { name: "Moving house" })).toBeVisible();
  const { data: types } = await employee.api.call(listLeaveTypes);
  const type = types.find(({ name }) => name === "Moving house");
  const params = { id: type?.id as number };
  await page.getByRole("link", { name: "Moving house" }).click();
  await page.getByRole("button", { name: say("leaveType.archive") }).click();
  await expect(employee.page.getByRole("link", { name: "Moving house" })).toBeHidden();
  await hr.api.call(deleteLeaveType, { params });
});

test("a translated leave type is shown in each reader's language", async ({ signInAs }) => {
  const hr = await signInAs("hr@acme.test");
  const reader = await signInAs("employee@acme.test", { language: "ar" });
  const { page, say } = hr;
  const createdType = await hr.api.call(createLeaveType, {
    body: { name: "Foster care", icon: "home", days_female: 3, days_male: 3, counting: "working" },
  });
  await reader.page.goto("/leaves/list");
  const balances = reader.page.getByRole("list", { name: reader.say("leave.balances") });
  await expect(balances).toContainText("Foster care");

  await page.goto(`/leaves-type/edit/${createdType.data.id}`);
  const names = page.getByRole("region", { name: say("leaveType.names") });
  await names.getByLabel("العربية").fill("إجازة سنوية"); // the translated name of another leave type
  await page.getByRole("button", { name: say("action.save") }).click();
  await expect(names.getByText(say("field.taken"))).toBeVisible();
  await expect(names.getByLabel("العربية")).toBeFocused();
  await names.getByLabel("العربية").fill("رعاية بالتبني");
  await page.getByRole("button", { name: say("action.save") }).click();
  await expect(page.getByRole("link", { name: "Foster care" })).toBeVisible();

  await expect(balances).toContainText("رعاية بالتبني");
  await reader.page.goto("/leaves/create");
  await reader.page.getByRole("combobox", { name: reader.say("leave.kind") }).click();
  await expect(reader.page.getByRole("option", { name: "رعاية بالتبني" })).toBeVisible();
  await hr.api.call(deleteLeaveType, { params: { id: createdType.data.id } });
});

test("a translated holiday is shown in each reader's language", async ({ signInAs }) => {
  const hr = await signInAs("hr@acme.test");
  const reader = await signInAs("employee@acme.test", { language: "ar" });
  const { page, say } = hr;
  // Uses a location without employees, so that no balance changes.
  const body = { date: workday(10, 2, "Wed"), name: "Harvest fair", location: "Lighthouse" };
  const { data: createdHoliday } = await hr.api.call(createHoliday, { body });
  const address = `/leaves/list?tab=holidays&year=${nextYear}`;
  await reader.page.goto(address);
  const line = reader.page.getByRole("listitem").filter({ hasText: "Lighthouse" });
  await expect(line).toContainText("Harvest fair");

  await page.goto(address);
  await page.getByRole("button", { name: say("holiday.edit", { name: "Harvest fair" }) }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("status")).toHaveText(say("holiday.location.nobody", { location: "Lighthouse" }));
  const names = dialog.getByRole("group", { name: say("leaveType.names") });
  await names.getByLabel("العربية").fill("مهرجان الحصاد");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("action.save") })
    .click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("listitem").filter({ hasText: "Lighthouse" })).toContainText("Harvest fair");
  await expect(line).toContainText("مهرجان الحصاد");
  await expect(line).not.toContainText("Harvest fair");
  await expect(reader.page.getByRole("listitem").filter({ hasText: "عيد العمال" })).toBeVisible();
  await hr.api.call(deleteHoliday, { params: { id: createdHoliday.id } });
});

test("the employee reads HR's reason for a balance adjustment", async ({ signInAs }) => {
  const employee = await signInAs("employee@acme.test");
  const hr = await signInAs("hr@acme.test");
  const { page, say } = hr;
  const type = await hr.api.call(createLeaveType, {
    body: { name: "Volunteering", icon: "heart", days_female: 2, days_male: 2, counting: "working" },
  });
  await page.goto(`/leaves/list?tab=balances&q=${encodeURIComponent(employee.fullname)}`);
  await page.getByRole("button", { name: say("balances.adjust", { name: employee.fullname }) }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: say("leave.kind") }).click();
  await page.getByRole("option", { name: "Volunteering" }).click();
  await dialog.getByLabel(say("balances.days")).fill("-0.5");
  await dialog.getByLabel(say("balances.note")).fill("Half a day at the school");
  await dialog.getByRole("button", { name: say("action.save") }).click();

  await employee.page.goto("/leaves/list");
  await employee.page
    .getByRole("button", { name: say("ledger.why", { type: "Volunteering", days: "1.5 days" }) })
    .click();
  await expect(employee.page.getByText("Half a day at the school")).toBeVisible();
  await hr.api.call(deleteLeaveType, { params: { id: type.data.id } });
});
