import { readFile } from "node:fs/promises";
import {
  confirmUserBankAccount,
  proposeUserBankAccount,
} from "../../shared/people/bank-accounts/bank-accounts.contract";
import { createExpenseCategory } from "../../shared/requests/expenses/expenses.contract";
import { png } from "../support/sample-files";
import { updateFinanceSettings } from "../../shared/requests/finance/finance-settings.contract";
import { createPaymentAccount } from "../../shared/requests/payments/payment-accounts.contract";
import { addPerson, openTenant } from "./support/operator";
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

test("a photographed receipt is claimed, approved and paid; its second use is reported", async ({
  signInAs,
  manager,
}) => {
  const [rezan, other] = [await signInAs("rezan.demir@acme.test"), await signInAs("employee@acme.test")];
  const [ingrid, mei] = [await signInAs("finance@acme.test"), await signInAs("mei.tanaka@acme.test")];
  await ingrid.api.call(createExpenseCategory, { body: { name: "Parking fees", item_limit: "5" } });
  const bytes = png(30, 40);

  await rezan.page.setViewportSize(phone);
  await photograph(rezan, bytes);
  await rezan.page.getByLabel(rezan.say("finance.amount"), { exact: true }).fill("7.50");
  await choose(rezan, rezan.say("expense.category"), "Parking fees");
  await rezan.page.getByLabel(rezan.say("finance.supplier")).fill("Airport garage");
  // The limit is reported while typing.
  await expect(rezan.page.getByText(/5\.00/).first()).toBeVisible();
  await rezan.page.getByText(rezan.say("expense.more")).click();
  await rezan.page.getByLabel(rezan.say("expense.itemNote")).first().fill("The only garage");
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

test("a claim from a phone is paid by a batch that a second officer approves", async ({
  signInAs,
  people,
  baseURL,
}) => {
  // An organization in euros, since claims are in its currency and SEPA files are in euros.
  const { email } = await openTenant(baseURL as string, "business");
  const emailOf = (name: string) => email.replace("admin", name);
  const { api: admin } = await people.apiOf(email);
  const add = (name: string, role: string, parent_id?: number) =>
    addPerson(people, admin, {
      fullname: `${name} Harbour`,
      email: emailOf(name),
      role,
      ...(parent_id && { parent_id }),
    });
  const lead = await add("mara", "manager");
  for (const [name, role] of [
    ["evin", "employee"],
    ["finn", "finance"],
    ["paul", "finance"],
    ["nora", "finance"],
  ] as const)
    await add(name, role, lead);
  const { api: financeApi } = await people.apiOf(emailOf("finn"));
  await financeApi.call(updateFinanceSettings, { body: { currency: "EUR", currencies: [], archive_days: 30 } });
  await financeApi.call(createExpenseCategory, { body: { name: "Taxi" } });
  const own = { name: "Main", holder: "Harbour", iban: "DE02120300000000202051" };
  await financeApi.call(createPaymentAccount, { body: own });

  const evin = await signInAs(emailOf("evin"));
  const iban = "DE89370400440532013000";
  const account = { holder: "Evin Harbour", iban };
  const { data } = await evin.api.call(proposeUserBankAccount, { params: { id: evin.id }, body: account });
  await admin.call(confirmUserBankAccount, { params: { id: data.proposed?.id ?? 0 } });
  const address = await claim(evin, png(31, 41), { amount: "12.40", category: "Taxi", supplier: "Harbour taxi" });
  const number = await evin.page.getByRole("heading", { name: /^EXP-\d{4}-\d{4}$/ }).innerText();
  const [mara, finn, paul] = [
    await signInAs(emailOf("mara")),
    await signInAs(emailOf("finn")),
    await signInAs(emailOf("paul")),
  ];
  const nora = await signInAs(emailOf("nora"));
  for (const approver of [mara, finn]) await approve(approver, address);

  await paul.page.goto("/invoices/payments");
  await paul.page
    .getByRole("button", { name: paul.say("batch.new") })
    .first()
    .click();
  const dialog = paul.page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: new RegExp(number) }).check();
  await dialog.getByRole("button", { name: paul.say("batch.create", { count: 1 }) }).click();
  await paul.page.getByRole("button", { name: paul.say("batch.submit") }).click();
  await expect(paul.page.getByText(paul.say("batch.waitsForOther"))).toBeVisible();
  await expect(paul.page.getByRole("button", { name: paul.say("batch.approve"), exact: true })).toHaveCount(0);

  // An approver of the claim can't approve its batch.
  const batch = new URL(paul.page.url()).pathname;
  await finn.page.goto(batch);
  await expect(finn.page.getByText(finn.say("batch.problem.fourEyes"))).toBeVisible();
  await expect(finn.page.getByRole("button", { name: finn.say("batch.approve"), exact: true })).toBeDisabled();
  await nora.page.goto(batch);
  await nora.page.getByRole("button", { name: nora.say("batch.approve"), exact: true }).click();
  await nora.page
    .getByRole("dialog")
    .getByRole("button", { name: nora.say("batch.approve"), exact: true })
    .click();
  const download = nora.page.waitForEvent("download");
  await nora.page.getByRole("button", { name: nora.say("batch.download") }).click();
  const file = await readFile(await (await download).path(), "utf8");
  for (const part of [`<IBAN>${iban}</IBAN>`, number, ">12.40<"]) expect(file).toContain(part);
});
