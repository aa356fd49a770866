import { readFile } from "node:fs/promises";
import { setBankAccount } from "../../shared/people/bank-accounts/bank-accounts.contract";
import { approveFinance } from "../../shared/requests/finance/finance-commands.contract";
import { createFinance, readFinance } from "../../shared/requests/finance/finance.contract";
import { listPaymentAccounts } from "../../shared/requests/payments/payment-accounts.contract";
import {
  approvePaymentBatch,
  createPaymentBatch,
  readPaymentBatch,
  submitPaymentBatch,
} from "../../shared/requests/payments/payment-batches.contract";
import { todayInZone } from "./support/days";
import { demoAccounts, type Person } from "./support/people";
import { expect, test } from "./support/test";

const iban = "DE89370400440532013000";

test("of two officers who mark a payment as executed at once, one is refused", async ({ cast, manager }) => {
  const [rezan, ingrid] = [await cast("rezan.demir@acme.test"), await cast("finance@acme.test")];
  const officers = [await cast("mei.tanaka@acme.test"), await cast(demoAccounts.administrator)];
  const [mei] = officers as [Person];
  await rezan.api.call(setBankAccount, { params: { id: rezan.id }, body: { holder: "Rezan Demir", iban } });
  const items = [{ details: "Fair in Hamburg", price: "120.50", quantity: 1 }];
  const body = { type: "cash_advance", currency: "EUR", details: "Fair in Hamburg", items };
  const { id: request } = (await rezan.api.call(createFinance, { body: body as never })).data;
  for (const { api } of [manager, ingrid]) await api.call(approveFinance, { params: { id: request } });
  const { data: accounts } = await mei.api.call(listPaymentAccounts);
  const batch = {
    account_id: accounts.find(({ name }) => name === "Operating account")?.id ?? 0,
    currency: "EUR",
    execution_on: todayInZone("Asia/Baghdad"),
    requests: [request],
  } as const;
  const { id } = (await mei.api.call(createPaymentBatch, { body: batch as never })).data;
  await mei.api.call(submitPaymentBatch, { params: { id } });
  await ingrid.api.call(approvePaymentBatch, { params: { id } });

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
