import { addDays, weekdayOf } from "../../../shared/kernel/days";
import { leaveBalances } from "../../../shared/requests/leave/ledger/balance.contract";
import { demoHolidays } from "../../../server/requests/leave/demo/demo.leave.plan";
import { todayInZone } from "../support/days";
import type { Person } from "../support/people";
import { expect, test } from "../support/test";

const today = todayInZone("UTC");
/** The last Saturday that is over in all time zones. */
const saturday = addDays(today, -(((weekdayOf(today) + 1) % 7) + 7));

function nextTuesday(): string {
  let day = addDays(today, ((2 - weekdayOf(today) + 7) % 7) + 7);
  while (demoHolidays.some((holiday) => day.endsWith(holiday.day))) day = addDays(day, 7);
  return day;
}

const lieu = "Time off in lieu";

async function openForm({ page, say }: Person, day: string): Promise<void> {
  await page.goto(`/leaves/create?day=${day}`);
  await page.getByRole("combobox", { name: say("leave.kind") }).click();
  await page.getByRole("option", { name: lieu }).click();
}

const balanceOf = async (person: Person) =>
  (await person.api.call(leaveBalances, { query: {} })).data.find(({ leave_type }) => leave_type.name === lieu)
    ?.balance ?? 0;

test("work on a Saturday is approved and three of its hours are taken on a Tuesday", async ({ signInAs, manager }) => {
  const rezan = await signInAs("rezan.demir@acme.test");
  const { page, say } = rezan;
  const before = await balanceOf(rezan);
  await openForm(rezan, saturday);
  await page.getByText(say("leave.credit.worked"), { exact: true }).click();
  await page.getByRole("combobox", { name: say("leave.part.to") }).fill("13:30");
  await page.getByLabel(say("leave.credit.break")).fill("30");
  await page.getByLabel(say("leave.note")).fill("Stocktaking on Saturday");
  await expect(page.getByText(say("duration.hours", { hours: "4" }), { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: say("leave.send"), exact: true }).click();
  await expect(page).toHaveURL(/\/leaves\/view\/\d+/);
  const credit = Number(page.url().split("/").at(-1));

  await manager.page.goto(`/approvals?open=${credit}`);
  await expect(manager.page.getByText("Stocktaking on Saturday")).toBeVisible();
  await manager.page
    .getByRole("button", { name: manager.say("request.approve") })
    .first()
    .click();
  await expect(page.getByText(say("leave.status.approved_by_manager"), { exact: true })).toBeVisible();
  await expect(page.getByText(say("leave.credit.until"))).toBeVisible();
  expect(await balanceOf(rezan)).toBe(before + 4);

  await openForm(rezan, nextTuesday());
  await page.getByText(say("leave.part.hours"), { exact: true }).click();
  await page.getByLabel(say("leave.part.count")).fill("3");
  await expect(page.getByText(say("duration.hours", { hours: "3" }), { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: say("leave.send"), exact: true }).click();
  await expect(page).toHaveURL(/\/leaves\/view\/\d+/);
  expect(await balanceOf(rezan)).toBe(before + 1);

  // Three of the four hours are used, so the credit can't be withdrawn any more.
  await page.goto(`/leaves/view/${credit}`);
  await page.getByRole("button", { name: say("leave.credit.withdraw") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("leave.credit.withdraw") })
    .click();
  await expect(page.getByRole("alert")).toContainText(say("problem.leave.creditUsed", { left: "1", hours: "4" }));
});
