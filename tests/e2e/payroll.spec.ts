import { readFile } from "node:fs/promises";
import { setWorkSchedule } from "../../shared/work/schedules/schedules.contract";
import { todayInZone } from "./support/days";
import { expect, test } from "./support/test";

/** The month before the current one, like `2026-10`. */
const lastMonth = (() => {
  const [year = 0, month = 0] = todayInZone("Asia/Baghdad").split("-").map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
})();

test("HR closes a month, downloads the export and sees a schedule changed afterwards", async ({ cast }) => {
  const { page, say, api } = await cast("hr@acme.test");
  await page.goto(`/payroll/${lastMonth}`);
  const row = page.getByRole("row").filter({ hasText: "Sarah Cohen" });
  await expect(row.getByRole("cell").filter({ hasText: /^30$/ })).toBeVisible();
  await page.getByRole("button", { name: say("payroll.close") }).click();
  const dialog = page.getByRole("dialog");
  const close = dialog.getByRole("button", { name: say("payroll.close.do") });
  await expect(close).toBeVisible();
  // Early in a month, the last week of the month before isn't approved yet.
  if (await close.isDisabled()) await dialog.getByRole("checkbox", { name: say("payroll.close.confirm") }).check();
  await close.click();
  await expect(dialog).toBeHidden();

  await page
    .getByRole("button", { name: say("sheet.export") })
    .first()
    .click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: say("sheet.csv") }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).split("\r\n");
  expect(lines.find((line) => line.includes("Sarah Cohen"))).toMatch(/,30,/);

  const address = await row.getByRole("link", { name: "Sarah Cohen" }).getAttribute("href");
  await api.call(setWorkSchedule, {
    params: { id: Number(address?.match(/\d+/)?.[0]) },
    body: { from: `${lastMonth}-20`, minutes: [0, 360, 360, 360, 0, 0, 0] },
  });
  await expect(page.getByText(say("payroll.changedSince"), { exact: true })).toBeVisible();
  await expect(row.getByRole("cell").filter({ hasText: say("payroll.now", { value: "18" }) })).toBeVisible();

  await page.getByRole("button", { name: say("payroll.reopen") }).click();
  await dialog.getByLabel(say("payroll.reason")).fill("Fewer hours from the 20th");
  await dialog.getByRole("button", { name: say("payroll.reopen") }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: say("payroll.close") })).toBeVisible();
  await expect(row.getByRole("cell").filter({ hasText: say("payroll.before", { value: "30" }) })).toBeVisible();
});
