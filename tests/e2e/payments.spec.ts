import { nextBankDay } from "../../shared/requests/payments/bank-days.rules";
import { readFile } from "node:fs/promises";
import { formatIban } from "../../shared/kernel/bank-account";
import {
  confirmUserBankAccount,
  proposeUserBankAccount,
} from "../../shared/people/bank-accounts/bank-accounts.contract";
import { createAccountingExport } from "../../shared/requests/accounting/accounting.contract";
import { selectCostAccounts, selectVatRates } from "../../shared/requests/accounts/accounts.contract";
import { approveFinance } from "../../shared/requests/finance/finance-commands.contract";
import { createFinance, readFinance } from "../../shared/requests/finance/finance.contract";
import { listPaymentAccounts } from "../../shared/requests/payments/payment-accounts.contract";
import {
  approvePaymentBatch,
  createPaymentBatch,
  readPaymentBatch,
  submitPaymentBatch,
} from "../../shared/requests/payments/payment-batches.contract";
import {
  confirmBankAccount,
  createSupplier,
  proposeBankAccount,
} from "../../shared/requests/suppliers/suppliers.contract";
import { todayInZone } from "./support/days";
import { demoAccounts, type Person } from "./support/people";
import { expect, test } from "./support/test";

const iban = "DE89370400440532013000";

test("of two officers who mark a payment as executed at once, one is refused", async ({ signInAs, manager }) => {
  const [rezan, ingrid] = [await signInAs("rezan.demir@acme.test"), await signInAs("finance@acme.test")];
  const officers = [await signInAs("mei.tanaka@acme.test"), await signInAs(demoAccounts.administrator)];
  const [mei] = officers as [Person];
  const hr = await signInAs("hr@acme.test");
  const account = { holder: "Rezan Demir", iban };
  const { data: own } = await rezan.api.call(proposeUserBankAccount, { params: { id: rezan.id }, body: account });
  await hr.api.call(confirmUserBankAccount, { params: { id: own.proposed?.id ?? 0 } });
  const items = [{ details: "Fair in Hamburg", price: "120.50", quantity: 1 }];
  const body = { type: "cash_advance", currency: "EUR", details: "Fair in Hamburg", items };
  const { id: request } = (await rezan.api.call(createFinance, { body: body as never })).data;
  for (const { api } of [manager, ingrid]) await api.call(approveFinance, { params: { id: request } });
  const { data: accounts } = await mei.api.call(listPaymentAccounts);
  const batch = {
    account_id: accounts.find(({ name }) => name === "Operating account")?.id ?? 0,
    currency: "EUR",
    execution_on: nextBankDay(todayInZone("Asia/Baghdad")),
    requests: [request],
  } as const;
  const { id } = (await mei.api.call(createPaymentBatch, { body: batch as never })).data;
  await mei.api.call(submitPaymentBatch, { params: { id } });
  await officers[1]?.api.call(approvePaymentBatch, { params: { id } });

  const open = async ({ page, say }: Person) => {
    await page.goto(`/invoices/payments/${id}`);
    await page.getByRole("checkbox", { name: say("batch.all") }).check();
  };
  for (const officer of officers) await open(officer);
  const download = mei.page.waitForEvent("download");
  await mei.page.getByRole("button", { name: mei.say("batch.download") }).click();
  const file = await readFile(await (await download).path(), "utf8");
  for (const part of ["<IBAN>" + iban, ">120.50<"]) expect(file).toContain(part);

  for (const [at, { page, say }] of officers.entries()) {
    await page.getByRole("button", { name: say("batch.execute"), exact: true }).click();
    await page.getByLabel(say("finance.pay.reference")).fill(`S${at}`);
  }
  await Promise.all(
    officers.map(({ page, say }) =>
      page
        .getByRole("dialog")
        .getByRole("button", { name: say("batch.execute"), exact: true })
        .click(),
    ),
  );
  const refusal = ({ page, say }: Person) => page.getByRole("dialog").getByText(say("problem.request.wrongState"));
  const countRefused = async () => {
    const refused = await Promise.all(officers.map((officer) => refusal(officer).isVisible()));
    return refused.filter(Boolean).length;
  };
  await expect.poll(countRefused).toBe(1);
  for (const { page, say } of officers)
    await expect(page.getByText(say("batch.item.executed"), { exact: true })).toBeVisible();
  const { data: paid } = await mei.api.call(readPaymentBatch, { params: { id } });
  expect(paid).toMatchObject({ status: "completed", executed: 1 });
  const { settlement } = (await mei.api.call(readFinance, { params: { id: request } })).data;
  expect(settlement?.entries).toHaveLength(1);
});

test("the day of a batch is changed in its details, and others see it live", async ({ signInAs }) => {
  const mei = await signInAs("mei.tanaka@acme.test");
  const admin = await signInAs(demoAccounts.administrator);
  const { data: accounts } = await mei.api.call(listPaymentAccounts);
  const account_id = accounts.find(({ archived }) => !archived)?.id ?? 0;
  const execution_on = nextBankDay(todayInZone("Asia/Baghdad"));
  const { id } = (await mei.api.call(createPaymentBatch, { body: { account_id, currency: "EUR", execution_on } })).data;
  for (const { page } of [mei, admin]) await page.goto(`/invoices/payments/${id}`);
  await mei.page.getByRole("button", { name: mei.say("batch.edit") }).click();
  const dialog = mei.page.getByRole("dialog");
  const day = dialog.getByLabel(mei.say("batch.executionOn"));
  await day.fill("2031-01-15");
  // Closes the calendar, which covers the button.
  await day.press("Tab");
  await dialog.getByRole("button", { name: mei.say("action.save") }).click();
  await expect(dialog).toBeHidden();
  for (const { page } of [mei, admin]) await expect(page.getByText(/2031/)).toBeVisible();
});

test("HR changes where a person is paid only together with that person", async ({ signInAs }) => {
  const [hr, jihun] = [await signInAs("hr@acme.test"), await signInAs("park.ji.hun@acme.test")];
  const [{ page, say }, next] = [hr, "NL91ABNA0417164300"];
  await jihun.page.goto("/profile");
  await expect(jihun.page.getByText(jihun.say("bankAccount.confirmed"), { exact: true })).toBeVisible();
  await page.goto(`/employees/view/${jihun.id}`);
  await page.getByRole("button", { name: say("bankAccount.change") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("bankAccount.iban")).fill(next);
  await dialog.getByRole("button", { name: say("bankAccount.propose"), exact: true }).click();
  await expect(page.getByText(say("bankAccount.somebodyElse"), { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: say("bankAccount.confirm"), exact: true })).toHaveCount(0);

  const proposal = jihun.page.getByRole("listitem").filter({ hasText: formatIban(next) });
  await expect(proposal.getByText(jihun.say("bankAccount.proposed"), { exact: true })).toBeVisible();
  await proposal.getByRole("button", { name: jihun.say("bankAccount.confirm"), exact: true }).click();
  await expect(proposal.getByText(jihun.say("bankAccount.confirmed"), { exact: true })).toBeVisible();
  const accountItem = page.getByRole("listitem").filter({ hasText: formatIban(next) });
  await expect(accountItem.getByText(say("bankAccount.confirmed"), { exact: true })).toBeVisible();
});

/** An approved payment request of Rezan. */
async function approvedPayment(rezan: Person, approvers: readonly Person[], body: object) {
  const payment = { type: "payment", currency: "EUR", no_file_reason: "By post", invoice_date: "2026-01-05", ...body };
  const { id } = (await rezan.api.call(createFinance, { body: payment as never })).data;
  for (const { api } of approvers) await api.call(approveFinance, { params: { id } });
  return { id, number: (await rezan.api.call(readFinance, { params: { id } })).data.number as string };
}

test("a changed IBAN is paid after a second person has confirmed it", async ({ signInAs, manager }) => {
  const [rezan, ingrid] = [await signInAs("rezan.demir@acme.test"), await signInAs("finance@acme.test")];
  const mei = await signInAs("mei.tanaka@acme.test");
  const [first, second, third] = ["NL91ABNA0417164300", "BE68539007547034", "AT611904300234573201"] as const;
  const supplier = `Van Dijk Pallets ${Date.now() % 100_000}`;
  const { id: supplierId } = (await mei.api.call(createSupplier, { body: { name: supplier, iban: first } as never }))
    .data;
  const { id, number } = await approvedPayment(rezan, [manager, ingrid], {
    supplier,
    supplier_id: supplierId,
    invoice_number: "VD-31",
    items: [{ details: "Pallets", price: "310.00", quantity: 1 }],
  });
  for (const { page } of [ingrid, mei]) {
    await page.goto(`/invoices/suppliers?q=${encodeURIComponent(supplier)}`);
    await page
      .getByRole("link", { name: supplier })
      .or(page.getByRole("button", { name: supplier }))
      .first()
      .click();
    await expect(page.getByText(formatIban(first))).toBeVisible();
  }
  await mei.page.getByRole("button", { name: mei.say("bankAccount.change") }).click();
  await mei.page.getByLabel(mei.say("supplier.iban")).fill(second);
  await mei.page.getByRole("button", { name: mei.say("bankAccount.propose"), exact: true }).click();
  await expect(mei.page.getByText(mei.say("bankAccount.somebodyElse"), { exact: true })).toBeVisible();

  const choose = async () => {
    await mei.page.goto("/invoices/payments");
    await mei.page
      .getByRole("button", { name: mei.say("batch.new") })
      .first()
      .click();
    return mei.page.getByRole("checkbox", { name: new RegExp(number) });
  };
  await expect(await choose()).toBeDisabled();
  await expect(mei.page.getByText(mei.say("batch.problem.accountProposed")).first()).toBeVisible();

  await expect(ingrid.page.getByText(formatIban(second))).toBeVisible();
  await ingrid.page.getByRole("button", { name: ingrid.say("bankAccount.confirm"), exact: true }).click();
  await expect(ingrid.page.getByText(ingrid.say("bankAccount.confirmed"), { exact: true })).toBeVisible();

  await (await choose()).check();
  await mei.page
    .getByRole("dialog")
    .getByRole("button", { name: mei.say("batch.create", { count: 1 }) })
    .click();
  await expect(mei.page.getByText(formatIban(second))).toBeVisible();

  // The account changes again while the batch is a draft.
  const { data } = await mei.api.call(proposeBankAccount, {
    params: { id: supplierId },
    body: { iban: third } as never,
  });
  const proposed = data.bank_accounts.find(({ state }) => state === "proposed")?.id ?? 0;
  await ingrid.api.call(confirmBankAccount, { params: { id: proposed } });
  await mei.page.reload();
  await expect(mei.page.getByText(mei.say("batch.problem.accountChanged"))).toBeVisible();
  await expect(mei.page.getByRole("button", { name: mei.say("batch.submit") })).toBeDisabled();
  await mei.page.getByRole("button", { name: mei.say("batch.renew") }).click();
  await expect(mei.page.getByText(formatIban(third))).toBeVisible();
  await mei.page.getByRole("button", { name: mei.say("batch.submit") }).click();
  await expect(mei.page.getByText(mei.say("batch.status.submitted")).first()).toBeVisible();
  expect((await rezan.api.call(readFinance, { params: { id } })).data.status).toBe("approved");
});

test("a month is exported for accounting once, as a DATEV batch", async ({ signInAs, manager }) => {
  const [rezan, ingrid] = [await signInAs("rezan.demir@acme.test"), await signInAs("finance@acme.test")];
  const mei = await signInAs("mei.tanaka@acme.test");
  const { page, say, api } = mei;
  const account = (await api.call(selectCostAccounts, { query: { q: "4930" } })).data[0]?.id;
  const rate = (await api.call(selectVatRates, { query: { q: "V19" } })).data[0]?.id;
  const { number } = await approvedPayment(rezan, [manager, ingrid], {
    currency: "USD",
    supplier: "Paper Mill",
    invoice_number: "PM 77",
    invoice_date: todayInZone("Asia/Baghdad"),
    items: [
      { details: "Labels", price: "100.00", quantity: 1, cost_account_id: account, vat_rate_id: rate },
      { details: "Delivery", price: "5.00", quantity: 1 },
    ],
  });
  await page.goto(`/invoices/accounting?month=${todayInZone("Asia/Baghdad").slice(0, 7)}`);
  const row = page.getByRole("list", { name: say("accounting.requests") }).getByRole("listitem");
  await expect(row.filter({ hasText: number })).toHaveCount(1);
  const exportResponse = page.waitForResponse((response) => response.url().endsWith(createAccountingExport.path));
  await page
    .getByRole("region", { name: say("accounting.new") })
    .getByRole("button")
    .last()
    .click();
  // The delivery has no cost account.
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(say("accounting.confirmProblems.why"))).toBeVisible();
  await dialog.getByRole("button").last().click();
  expect((await exportResponse).status()).toBe(201);
  await expect(row.filter({ hasText: number })).toHaveCount(0);
  const download = page.waitForEvent("download");
  const exported = page
    .getByRole("list", { name: say("accounting.earlier") })
    .getByRole("listitem")
    .first();
  await exported.getByRole("button", { name: /DATEV/ }).click();
  const file = await readFile(await (await download).path(), "latin1");
  expect((await download).suggestedFilename()).toMatch(/^EXTF_accounting-.*\.csv$/);
  expect(file).toMatch(/^"EXTF";700;21;"Buchungsstapel";13;\d{17};;"WP";"";"";29098;55003;/);
  const line = file.split("\r\n").find((each) => each.includes(number)) ?? "";
  expect(line.split(";").slice(0, 9)).toEqual(["119,00", '"S"', '"USD"', "", "", '""', "4930", "70000", '"9"']);
  expect(line).toContain(`"PM77";"";;"${number} Paper Mill Labels"`);
  // The choice is in the URL, which changes some time after the click: `uncheck` would expect it at once.
  await page.getByRole("checkbox", { name: say("accounting.onlyNew") }).click();
  // The day and number of its export, and the line without an account.
  await expect(row.filter({ hasText: number }).locator("small")).toHaveCount(2);
});
