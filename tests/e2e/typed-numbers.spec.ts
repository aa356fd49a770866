import type { Page } from "@playwright/test";
import { readFinanceSettings } from "../../shared/requests/finance/finance-settings.contract";
import { createFinance } from "../../shared/requests/finance/finance.contract";
import type { Language } from "../../shared/kernel/languages";
import { axeChecker } from "./support/axe";
import { expect, test } from "./support/test";

const requester = "rezan.demir@acme.test";
const finance = "finance@acme.test";

const cell = (page: Page, row: number, column: string) => page.locator(`[data-cell="${row} ${column}"]`);

const fuel: [Language, price: string, shown: string, total: RegExp][] = [
  ["en", "1.459", "1.459", /729\.50/],
  ["de", "1,459", "1,459", /729,50/],
];

for (const [language, price, shown, total] of fuel)
  test(`a purchase of 500 litres at ${price} costs 729.50 in ${language}`, async ({ signInAs }) => {
    const { page, say } = await signInAs(requester, { language });
    await page.goto("/invoices/create");
    await page.getByLabel(say("finance.whatFor"), { exact: true }).fill("Diesel for the vans");
    await cell(page, 0, "details").fill("Diesel");
    await cell(page, 0, "price").fill(price);
    await cell(page, 0, "quantity").fill("500");
    await expect(page.locator("aside output")).toHaveText(total);
    await page.getByRole("button", { name: say("finance.send") }).click();
    await expect(page).toHaveURL(/\/invoices\/view\/\d+$/);
    const row = page.getByRole("row").filter({ hasText: "Diesel" });
    await expect(row).toContainText(shown);
    await expect(row).toContainText(total);
  });

test("a price with two readings is asked before it is sent", async ({ signInAs }) => {
  const { page, say, words } = await signInAs(requester, { language: "de" });
  await page.goto("/invoices/create");
  await page.getByLabel(say("finance.whatFor"), { exact: true }).fill("Diesel for the vans");
  await cell(page, 0, "details").fill("Diesel");
  await cell(page, 0, "price").fill("1.459");
  await page.getByRole("button", { name: say("finance.send") }).click();
  await expect(page.getByText(say("number.which", { typed: "1.459" }))).toBeVisible();
  await expect(page).toHaveURL(/\/invoices\/(create|edit\/\d+)$/);
  await expect(cell(page, 0, "price")).toBeFocused();
  await expect(page.getByRole("button", { name: say("number.use", { value: "1.459,00" }) })).toBeVisible();
  await axeChecker(page, words)("a question about a price", null);
  const other = page.getByRole("button", { name: say("number.use", { value: "1,459" }) });
  await other.focus();
  await page.keyboard.press("Enter");
  await expect(cell(page, 0, "price")).toBeFocused();
  await expect(cell(page, 0, "price")).toHaveValue("1,459");
  await expect(page.getByText(say("number.which", { typed: "1.459" }))).toHaveCount(0);
});

test("a price a thousand times the last one of the supplier is asked before it is sent", async ({ signInAs }) => {
  const { page, say, api } = await signInAs(requester);
  const items = [{ details: "Diesel", price: "1.459", quantity: 500 }];
  const supplier = `Fuel depot ${Date.now()}`;
  await api.call(createFinance, {
    body: { type: "purchase", currency: "USD", details: "Diesel for the vans", supplier, items } as never,
  });
  await page.goto("/invoices/create");
  const lastRequest = page.waitForResponse(/\/finance-request\/\d+$/);
  await page.getByRole("combobox", { name: say("finance.supplier") }).fill(supplier);
  await lastRequest;
  await cell(page, 0, "details").fill("diesel");
  await cell(page, 0, "price").fill("1459");
  await cell(page, 0, "price").blur();
  await expect(page.getByText(say("number.unusual", { value: "1,459.00" }))).toBeVisible();
  await page.getByRole("button", { name: say("number.keep", { before: "1.459" }) }).click();
  await expect(cell(page, 0, "price")).toHaveValue("1.459");
});

test("an exchange rate a thousand times the last one is asked before it is saved", async ({ signInAs }) => {
  const { page, say, api } = await signInAs(finance);
  const rateOf = async () =>
    (await api.call(readFinanceSettings)).data.currencies.find(({ code }) => code === "EUR")?.rate;
  const before = (await rateOf()) as string;
  await page.goto("/invoices/settings");
  const field = page.getByRole("textbox", { name: say("finance.rateFor", { code: "EUR", own: "USD" }) });
  await field.fill((Number(before) * 1000).toFixed(2));
  await field.press("Enter");
  await expect(page.getByText(say("number.before", { before }))).toBeVisible();
  expect(await rateOf()).toBe(before);
  await page.getByRole("button", { name: say("number.keep", { before }) }).click();
  await expect(field).toHaveValue(before);
  await expect(page.getByText(say("number.before", { before }))).toHaveCount(0);

  await field.fill("1,083");
  await field.blur();
  await expect(page.getByText(say("number.which", { typed: "1,083" }))).toBeVisible();
  await page.getByRole("button", { name: say("number.use", { value: "1.083" }), exact: true }).click();
  await expect(field).toHaveValue("1.083");
});
