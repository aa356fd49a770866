import { createLeave } from "../../../shared/requests/leave/requests/leave.contract";
import { listLeaveTypes } from "../../../shared/requests/leave/types/types.contract";
import { nextYear, workday } from "../support/days";
import type { Person } from "../support/people";
import { expect, test } from "../support/test";

const someone = "grace.okafor@acme.test";

async function annual(person: Person): Promise<number> {
  const types = await person.api.call(listLeaveTypes);
  return types.data.find(({ name }) => name === "Annual leave")?.id as number;
}

/** Months whose name is visible, but covers their first week. */
const monthsWithHiddenWeek = (months: Element[]): (string | null)[] =>
  months.flatMap((month) => {
    const box = (month.parentElement as Element).getBoundingClientRect();
    const [name, week] = ["h3", "[role=row]"].map((part) => month.querySelector(part)?.getBoundingClientRect());
    const isVisible = name && name.bottom > box.top && name.top < box.bottom;
    return isVisible && week && week.top < name.bottom - 1 ? [month.getAttribute("data-month")] : [];
  });

test("my leave year updates live and can be navigated by arrow keys", async ({ signInAs }) => {
  const [grace, hr] = [await signInAs(someone), await signInAs("hr@acme.test")];
  const { page, say, words } = grace;
  const long = (date: string) => words.format.day(date, "long");
  const year = (of: number) => page.getByRole("region", { name: say("leaveYear.title", { year: String(of) }) });
  await page.goto("/leaves/list");
  const months = year(nextYear - 1).locator("[data-month]");
  await expect(months).toHaveCount(12);
  expect(await months.evaluateAll(monthsWithHiddenWeek)).toEqual([]);
  await year(nextYear - 1)
    .getByRole("button", { name: say("date.nextYear") })
    .click();
  const day = (name: string) => year(nextYear).getByRole("gridcell", { name, exact: true });
  await expect(day(`${long(`${nextYear}-12-25`)}: Christmas Day`)).toBeVisible();

  const leave_type_id = await annual(grace);
  const [requestedDay, enteredDay] = [workday(8, 2, "Tue"), workday(8, 2, "Thu")];
  const body = { leave_type_id, start_date: requestedDay, end_date: requestedDay };
  const { data: leave } = await grace.api.call(createLeave, { body });
  const waiting = day(`${long(requestedDay)}: ${say("leaveYear.is.waiting", { type: "Annual leave" })}`);
  await expect(waiting).toBeVisible();
  const halfDay = { leave_type_id, start_date: enteredDay, end_date: enteredDay, end_half: "morning" as const };
  await hr.api.call(createLeave, { body: { ...halfDay, user_id: grace.id } });
  const approved = say("leaveYear.half.morning", { what: say("leaveYear.is.booked", { type: "Annual leave" }) });
  await expect(day(`${long(enteredDay)}: ${approved}`)).toBeVisible();

  await waiting.click();
  await expect(year(nextYear).locator("[tabindex='0'][role=gridcell]")).toHaveCount(1);
  await page.keyboard.press("ArrowRight");
  await expect(day(long(workday(8, 2, "Wed")))).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(day(long(workday(8, 3, "Wed")))).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/leaves/view/${leave.id}$`));

  await page.goto("/leaves/list");
  await year(nextYear - 1)
    .getByRole("button", { name: say("date.nextYear") })
    .click();
  const free = workday(8, 3, "Wed");
  await day(long(free)).click();
  await year(nextYear)
    .getByRole("link", { name: say("leaveYear.ask") })
    .click();
  await expect(page).toHaveURL(new RegExp(`day=${free}$`));
  await expect(page.getByLabel(say("leave.firstDay")).first()).toHaveValue(words.format.day(free, "medium"));
});

test("HR's balances have a column per leave type, and each figure is explained", async ({ signInAs }) => {
  const { page, say } = await signInAs("hr@acme.test");
  await page.goto("/leaves/list?tab=balances");
  const table = page.getByRole("table");
  await expect(table.getByRole("columnheader", { name: "Annual leave" })).toBeVisible();
  await expect(table.getByRole("columnheader", { name: "Sick leave" })).toBeVisible();
  const row = table.getByRole("row").filter({ has: page.getByRole("rowheader", { name: /Grace Okafor/ }) });
  await row.getByRole("button", { name: /Sick leave/ }).click();
  await expect(page.getByRole("dialog").getByText(/Grace Okafor/)).toBeVisible();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("action.close") })
    .click();
});
