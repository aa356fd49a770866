import { readFile } from "node:fs/promises";
import { setBankAccount } from "../../shared/people/bank-accounts/bank-accounts.contract";
import { createExpenseCategory } from "../../shared/requests/expenses/expenses.contract";
import { png } from "../support/sample-files";
import type { Person } from "./support/people";
import { expect, test } from "./support/test";

const phone = { width: 390, height: 844 };

async function choose({ page }: Person, label: string, option: string) {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

async function photograph({ page }: Person, bytes: Buffer) {
  await page.goto("/expenses/create");
  const file = { name: "receipt.png", mimeType: "image/png", buffer: bytes };
  await page.locator("input[type=file][capture]").first().setInputFiles(file);
  await expect(page.getByRole("link", { name: "receipt.png" })).toBeVisible();
}

/** Sends a claim with a photographed receipt from a phone; returns its path. */
async function claim(person: Person, bytes: Buffer, { amount, category, supplier }: Record<string, string>) {
  const { page, say } = person;
  await page.setViewportSize(phone);
  await photograph(person, bytes);
  await page.getByLabel(say("finance.amount"), { exact: true }).fill(amount as string);
  await choose(person, say("expense.category"), category as string);
  await page.getByLabel(say("finance.supplier")).fill(supplier as string);
  await page.getByRole("button", { name: say("expense.send") }).click();
  await expect(page).toHaveURL(/\/expenses\/view\/\d+$/);
  return new URL(page.url()).pathname;
}

async function approve({ page, say }: Person, address: string) {
  await page.goto(address);
  await expect(page.getByRole("link", { name: "receipt.png" })).toBeVisible();
  const button = page.getByRole("button", { name: new RegExp(`^${say("request.approve")}`) });
  await button.click();
  await expect(button).toBeHidden();
}

test("a photographed receipt is claimed, approved and paid; its second use is reported", async ({ cast, manager }) => {
  const [rezan, other] = [await cast("rezan.demir@acme.test"), await cast("employee@acme.test")];
  const [ingrid, mei] = [await cast("finance@acme.test"), await cast("mei.tanaka@acme.test")];
  await ingrid.api.call(createExpenseCategory, { body: { name: "Parking fees", item_limit: "5" } });
  const bytes = png(30, 40);

  await rezan.page.setViewportSize(phone);
  await photograph(rezan, bytes);
  await rezan.page.getByLabel(rezan.say("finance.amount"), { exact: true }).fill("7.50");
  await choose(rezan, rezan.say("expense.category"), "Parking fees");
  await rezan.page.getByLabel(rezan.say("finance.supplier")).fill("Airport garage");
  // The limit is reported while typing.
  await expect(rezan.page.getByText(/5\.00/).first()).toBeVisible();
  await rezan.page.getByRole("button", { name: rezan.say("expense.send") }).click();
  await expect(rezan.page).toHaveURL(/\/expenses\/view\/\d+$/);
  await expect(rezan.page.getByRole("heading", { name: /^EXP-\d{4}-\d{4}$/ })).toBeVisible();

  await photograph(other, bytes);
  await expect(other.page.getByText(other.say("expense.duplicate.receipt"))).toBeVisible();
  await expect(other.page.getByRole("link", { name: /^EXP-/ })).toHaveCount(0);

  const address = new URL(rezan.page.url()).pathname;
  for (const approver of [manager, ingrid]) await approve(approver, address);
  await expect(rezan.page.getByText(rezan.say("finance.status.approved"), { exact: true }).first()).toBeVisible();
  await mei.page.goto(address);
  await mei.page.getByRole("button", { name: mei.say("finance.pay"), exact: true }).click();
  await mei.page.getByLabel(mei.say("finance.pay.reference")).fill("TRX-77");
  await mei.page.getByRole("button", { name: mei.say("finance.pay.submit"), exact: true }).click();
  await expect(rezan.page.getByText("TRX-77")).toBeVisible();
});

test("a claim from a phone is paid by a batch that a second officer approves", async ({ cast, manager }) => {
  const rezan = await cast("rezan.demir@acme.test");
  const [ingrid, mei] = [await cast("finance@acme.test"), await cast("mei.tanaka@acme.test")];
  const iban = "DE89370400440532013000";
  await rezan.api.call(setBankAccount, { params: { id: rezan.id }, body: { holder: "Rezan Demir", iban } });
  const category = "Taxi and public transport";
  const address = await claim(rezan, png(31, 41), { amount: "12.40", category, supplier: "Harbour taxi" });
  const heading = rezan.page.getByRole("heading", { name: /^EXP-\d{4}-\d{4}$/ });
  const number = await heading.innerText();
  for (const approver of [manager, ingrid]) await approve(approver, address);

  await mei.page.goto("/invoices/payments");
  await mei.page
    .getByRole("button", { name: mei.say("batch.new") })
    .first()
    .click();
  const dialog = mei.page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: mei.say("batch.currency"), exact: true }).fill("USD");
  await mei.page.getByRole("option", { name: "USD", exact: true }).click();
  await choose(mei, mei.say("batch.account"), "Dollar account");
  await dialog.getByRole("checkbox", { name: new RegExp(number) }).check();
  await dialog.getByRole("button", { name: mei.say("batch.create", { count: 1 }) }).click();
  await mei.page.getByRole("button", { name: mei.say("batch.submit") }).click();
  await expect(mei.page.getByText(mei.say("batch.waitsForOther"))).toBeVisible();
  await expect(mei.page.getByRole("button", { name: mei.say("batch.approve"), exact: true })).toHaveCount(0);

  await ingrid.page.goto(new URL(mei.page.url()).pathname);
  await ingrid.page.getByRole("button", { name: ingrid.say("batch.approve"), exact: true }).click();
  await ingrid.page
    .getByRole("dialog")
    .getByRole("button", { name: ingrid.say("batch.approve"), exact: true })
    .click();
  const download = ingrid.page.waitForEvent("download");
  await ingrid.page.getByRole("button", { name: ingrid.say("batch.download") }).click();
  const file = await readFile(await (await download).path(), "utf8");
  for (const part of [iban, number, "12.40"]) expect(file).toContain(part);
});
