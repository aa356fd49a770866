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
  for (const approver of [manager, ingrid]) {
    await approver.page.goto(address);
    await expect(approver.page.getByRole("link", { name: "receipt.png" })).toBeVisible();
    const approve = approver.page.getByRole("button", { name: new RegExp(`^${approver.say("request.approve")}`) });
    await approve.click();
    await expect(approve).toBeHidden();
  }
  await expect(rezan.page.getByText(rezan.say("finance.status.approved"), { exact: true }).first()).toBeVisible();
  await mei.page.goto(address);
  await mei.page.getByRole("button", { name: mei.say("finance.pay"), exact: true }).click();
  await mei.page.getByLabel(mei.say("finance.pay.reference")).fill("TRX-77");
  await mei.page.getByRole("button", { name: mei.say("finance.pay.submit"), exact: true }).click();
  await expect(rezan.page.getByText("TRX-77")).toBeVisible();
});
