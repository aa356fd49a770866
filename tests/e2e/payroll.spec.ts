import { readFile } from "node:fs/promises";
import { listUsers } from "../../shared/people/people/users.contract";
import { createHoliday } from "../../shared/requests/leave/calendar/holidays.contract";
import { createLeaveType } from "../../shared/requests/leave/types/types.contract";
import { setWorkSchedule } from "../../shared/work/schedules/schedules.contract";
import { addPerson, openTenant } from "./support/operator";
import type { Person } from "./support/people";
import { expect, test } from "./support/test";

/**
 * September 2026 has 22 working days from Tuesday the 1st to Wednesday the 30th: 4, 5, 5, 5 and 3. Wednesday the 16th is a holiday, so 21
 * remain. The organization works eight hours from Monday to Friday.
 */
const month = "2026-09";
const fourDays = [0, 480, 480, 480, 480, 0, 0];

/** Part-timers with their weekly hours, which the import spreads over five days. Petra's four days were set before. */
const partTimers = { Anna: 20, Ben: 24, Cleo: 30, Dana: 32, Emil: 25, Finn: 10, Gina: 35, Petra: 32 };
const fullTimers = Array.from({ length: 21 }, (_, at) => `Full${at + 1}`);

/** Thirty rows. The joiner has no personnel number yet. */
function companyFile(domain: string): Buffer {
  const people = [
    ...Object.entries(partTimers).map(([name, hours]) => ({ name, hours, joined: "2024-02-01" })),
    ...fullTimers.map((name) => ({ name, hours: 40, joined: "2024-02-01" })),
    { name: "Joana", hours: 40, joined: `${month}-20` },
  ];
  const rows = people.map(({ name, hours, joined }, at) =>
    [name === "Joana" ? "" : `P-${101 + at}`, `${name} Harbour`, `${name.toLowerCase()}@${domain}`, joined, hours].join(
      ";",
    ),
  );
  return Buffer.from(["Employee number;Full name;Email;Hire date;Weekly working hours", ...rows].join("\n"));
}

async function importCompany({ page, say }: Person, domain: string) {
  await page.goto("/employees/import");
  const file = { name: "company.csv", mimeType: "text/csv", buffer: companyFile(domain) };
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(page.getByRole("status").filter({ hasText: say("people.import.rows", { count: 30 }) })).toBeVisible();
  const forward = page.getByRole("button", { name: say("leaving.continue") });
  await forward.click();
  for (const [title, field] of [
    ["Employee number", "employee_id"],
    ["Hire date", "date_of_joining"],
    ["Weekly working hours", "weekly_hours"],
  ] as const)
    await expect(page.getByRole("combobox", { name: say("people.import.columnIs", { title }) })).toHaveValue(
      say(`people.field.${field}`),
    );
  await forward.click();
  await page.getByRole("button", { name: say("people.import.take", { count: 30 }) }).click();
  await expect(page.getByRole("button", { name: say("people.import.undo") })).toBeVisible();
}

async function changeToFourDays({ page, say }: Person, userId: number) {
  await page.goto(`/employees/promotion/create/${userId}`);
  await page.getByRole("combobox", { name: say("employment.becomes", { field: say("schedule.title") }) }).click();
  await page.getByRole("option", { name: say("schedule.template.four_days") }).click();
  await page.getByLabel(say("employment.effectiveOn")).fill(`${month}-14`);
  await page.getByRole("button", { name: say("employment.plan") }).click();
  await expect(page).toHaveURL(new RegExp(`/employee/${userId}/view$`));
}

/** Requests leave from Monday 14 to Friday 18 September; returns the path of the request. */
async function takeWeekOff({ page, say }: Person): Promise<string> {
  await page.goto(`/leaves/create?day=${month}-14`);
  await page.getByRole("combobox", { name: say("leave.kind") }).click();
  await page.getByRole("option", { name: "Holiday" }).click();
  const last = page.getByRole("textbox", { name: say("leave.lastDay") });
  await last.fill(`${month}-18`);
  await last.press("Tab");
  // The holiday on Wednesday and the free Friday cost nothing.
  await expect(page.getByText(say("leave.days", { count: 3, shown: "3" })).first()).toBeVisible();
  await page.getByRole("button", { name: say("leave.send") }).click();
  await expect(page).toHaveURL(/\/leaves\/view\/\d+$/);
  return new URL(page.url()).pathname;
}

async function approve({ page, say }: Person, address: string) {
  await page.goto(address);
  const button = page.getByRole("button", { name: new RegExp(`^${say("request.approve")}`) });
  await button.click();
  await expect(button).toBeHidden();
}

async function closeMonth({ page, say }: Person) {
  await page.goto(`/payroll/${month}`);
  await page.getByRole("button", { name: say("payroll.close") }).click();
  const dialog = page.getByRole("dialog");
  // The joiner has no personnel number yet.
  await dialog.getByRole("checkbox", { name: say("payroll.close.confirm") }).check();
  await dialog.getByRole("button", { name: say("payroll.close.do") }).click();
  await expect(dialog).toBeHidden();
}

/** Downloads the CSV file; returns its rows by name, with the cells by column title. */
async function exportRows({ page, say }: Person): Promise<Map<string, Record<string, string>>> {
  await page
    .getByRole("button", { name: say("sheet.export") })
    .first()
    .click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: say("sheet.csv") }).click();
  const text = await readFile(await (await download).path(), "utf8");
  const lines = text.replace("\ufeff", "").trim().split("\r\n");
  const [titles = [], ...rows] = lines.map((line) => line.split(","));
  const byTitle = rows.map((cells) => Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? ""])));
  return new Map(byTitle.map((cells) => [cells["Name"] as string, cells]));
}

test("a company of thirty with part-timers closes a month and exports it", async ({ signInAs, people, baseURL }) => {
  const { email } = await openTenant(baseURL as string, "business");
  const domain = email.replace(/^.*@/, "");
  const admin = await signInAs(email);
  const { page, say, words, api } = admin;
  // Only HR may enter leave in closed years, so Petra is in HR and the test also works next year.
  const petraEmail = `petra@${domain}`;
  const petraId = await addPerson(people, api, {
    fullname: "Petra Harbour",
    email: petraEmail,
    role: "hr",
    parent_id: admin.id,
  });
  await api.call(setWorkSchedule, { params: { id: petraId }, body: { from: "2026-01-01", minutes: fourDays } });
  await api.call(createHoliday, { body: { date: `${month}-16`, name: "Founders' day" } });
  const type = { name: "Holiday", icon: "beach" as const, days_female: 0, days_male: 0, counting: "working" as const };
  await api.call(createLeaveType, { body: { ...type, paid: true, negative_allowed: true } });

  await importCompany(admin, domain);
  const { data: employees } = await api.call(listUsers, { query: { per_page: 100 } });
  expect(employees).toHaveLength(31); // with the administrator, who joined later
  const idOf = (name: string) => employees.find(({ fullname }) => fullname === `${name} Harbour`)?.id as number;
  await changeToFourDays(admin, idOf("Gina"));

  const petra = await signInAs(petraEmail);
  const address = await takeWeekOff(petra);
  await approve(admin, address);
  await expect(petra.page.getByText(petra.say("leave.status.approved_by_manager"), { exact: true })).toBeVisible();

  await closeMonth(admin);
  const rows = await exportRows(admin);
  expect(rows.size).toBe(30);
  const row = (name: string) => rows.get(`${name} Harbour`);
  // Five days a week: 21 working days of a fifth of the weekly hours.
  for (const [name, weekly, expected] of [
    ["Anna", "20", "84"], // 21 × 4
    ["Ben", "24", "100.8"], // 21 × 4.8
    ["Cleo", "30", "126"], // 21 × 6
    ["Dana", "32", "134.4"], // 21 × 6.4
    ["Emil", "25", "105"], // 21 × 5
    ["Finn", "10", "42"], // 21 × 2
    ["Full1", "40", "168"], // 21 × 8
  ] as const)
    expect(row(name)).toMatchObject({
      "Weekly hours": weekly,
      "Expected hours": expected,
      "Difference (hours)": `-${expected}`,
      Holiday: "",
      Joined: "",
      "Weekly hours changed": "",
    });
  // Nine days of 7 hours until the 11th are 63. From the 14th, Monday to Thursday without the 16th: 3 + 4 + 3 days of 8 hours are 80.
  expect(row("Gina")).toMatchObject({
    "Weekly hours": "32",
    "Expected hours": "143",
    "Weekly hours changed": `${words.format.day(`${month}-14`, "medium")}: 35 → 32`,
  });
  // Monday to Thursday without the 16th: 3 + 4 + 3 + 4 + 3 = 17 days, of which Monday, Tuesday and Thursday are leave: 14 × 8 = 112 hours.
  expect(row("Petra")).toMatchObject({
    "Personnel no.": "P-108",
    "Weekly hours": "32",
    "Expected hours": "112",
    Holiday: "3",
  });
  // The 20th is a Sunday. Monday 21 to Wednesday 30 are 5 + 3 days: 8 × 8 = 64 hours.
  expect(row("Joana")).toMatchObject({ Joined: `${month}-20`, "Weekly hours": "40", "Expected hours": "64" });

  // A schedule that is entered after the closing is marked, and so is the difference after reopening.
  const anna = page.getByRole("row").filter({ hasText: "Anna Harbour" });
  await api.call(setWorkSchedule, { params: { id: idOf("Anna") }, body: { from: `${month}-28`, minutes: fourDays } });
  await expect(page.getByText(say("payroll.changedSince"), { exact: true })).toBeVisible();
  await expect(anna.getByRole("cell").filter({ hasText: say("payroll.now", { value: "32" }) })).toBeVisible();
  await page.getByRole("button", { name: say("payroll.reopen") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("payroll.reason")).fill("Anna works more from the 28th");
  await dialog.getByRole("button", { name: say("payroll.reopen") }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: say("payroll.close") })).toBeVisible();
  await expect(anna.getByRole("cell").filter({ hasText: say("payroll.before", { value: "20" }) })).toBeVisible();
});
