import { createHash } from "node:crypto";
import { nextExecutionDay } from "../../../../shared/requests/payments/bank-days.rules";
import { csvFile, sepaFile } from "../../../../shared/requests/payments/payment-file";
import { dayMs, demoWeekend, hourMs } from "../../../platform/demo/demo.calendar";
import type { TenantDemo } from "../../../platform/demo/demo.steps";
import type { DemoTenant } from "../../../platform/demo/demo.tenant";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";
import { DemoMoneyDesk } from "../../money/demo/demo.money";

/** A payment request to a supplier with a confirmed account, approved or already paid. */
interface DemoPayment {
  id: number;
  code: string;
  supplier: { id: number; name: string; iban: string };
  amount: string;
  currency: string;
  invoice: string | null;
  dueOn: string | null;
  paid: { at: number; reference: string } | null;
}

const holder = "Acme";

const ownAccounts = [
  ["EUR", "Operating account", "DE02120300000000202051"],
  ["USD", "Dollar account", "GB29NWBK60161331926819"],
] as const;

const dayOf = (at: number) => isoInstantOf(at).slice(0, 10);

/** Requests for payments that have been approved or paid, to suppliers with a confirmed account. */
function demoPaymentsOf(log: DemoLog, tenant: DemoTenant): DemoPayment[] {
  const rowsOf = (table: string) => (log.rows[table] ?? []).filter(({ tenant_id }) => tenant_id === tenant.id);
  const ibans = new Map(
    rowsOf("supplier_bank_account")
      .filter(({ state }) => state === "confirmed")
      .map(({ supplier_id, iban }) => [supplier_id, iban as string]),
  );
  const times = new Map(rowsOf("request").map(({ id, updated_at }) => [id, Date.parse(updated_at as string)]));
  return rowsOf("finance_request").flatMap((row): DemoPayment[] => {
    const iban = ibans.get(row.supplier_id);
    if (row.type !== "payment" || !iban || !["approved", "paid", "archived"].includes(row.status as string)) return [];
    return [
      {
        id: row.id as number,
        code: `PAY-${String(row.number_year)}-${String(row.number).padStart(4, "0")}`,
        supplier: { id: row.supplier_id as number, name: row.supplier as string, iban },
        amount: row.amount as string,
        currency: row.currency as string,
        invoice: row.invoice_number as string | null,
        dueOn: row.due_on as string | null,
        paid: row.paid_reference ? { at: times.get(row.id) as number, reference: row.paid_reference as string } : null,
      },
    ];
  });
}

/** A completed batch of the last payment in euros, and one in dollars that waits for the approver. */
export function writePaymentBatches({ log, tenant }: TenantDemo): void {
  const desk = new DemoMoneyDesk(log, tenant);
  const payments = demoPaymentsOf(log, tenant);
  // Approvers of a request don't create or approve batches with it.
  const administrator = tenant.users.get("layla")?.id as number;
  const users = {
    completed: { creatorId: desk.payer, approver: administrator },
    submitted: { creatorId: administrator },
  };
  const now = tenant.now.getTime();
  const accounts = new Map<string, { id: number; iban: string }>();
  for (const [currency, name, iban] of ownAccounts) {
    const id = log.id("payment_account");
    accounts.set(currency, { id, iban });
    log.add("payment_account", { id, tenant_id: tenant.id, name, holder, iban, version: 1 });
  }
  const paid = payments.findLast((payment) => payment.paid && payment.currency === "EUR");
  if (paid?.paid) writeBatch([paid], paid.paid.at);
  const approved = payments.filter((payment) => !payment.paid && payment.currency === "USD");
  if (approved.length > 1) writeBatch(approved.slice(0, -1), null);
  desk.writeNumbers();

  function writeBatch(items: readonly DemoPayment[], paidAt: number | null): void {
    const currency = items[0]?.currency as string;
    const account = accounts.get(currency) as { id: number; iban: string };
    const submittedAt = isoInstantOf(paidAt === null ? now - dayMs : paidAt - 3 * hourMs);
    const executionOn =
      paidAt === null ? nextExecutionDay(dayOf(now + 3 * dayMs), currency, demoWeekend) : dayOf(paidAt);
    const year = Number(submittedAt.slice(0, 4));
    const number = desk.takeNumber("payment_batch", year).last;
    const id = log.id("payment_batch");
    const { creatorId } = paidAt === null ? users.submitted : users.completed;
    log.add("payment_batch", {
      id,
      tenant_id: tenant.id,
      year,
      number,
      status: "draft",
      format: currency === "EUR" ? "sepa" : "csv",
      currency,
      account_id: account.id,
      execution_on: executionOn,
      created_by: creatorId,
      created_at: submittedAt,
      version: paidAt === null ? 2 : 4,
    });
    const rows = items.map((item, index) => ({
      id: log.id("payment_batch_item"),
      tenant_id: tenant.id,
      batch_id: id,
      request_id: item.id,
      family: "finance",
      position: index + 1,
      request_number: item.code,
      payee_kind: "supplier",
      payee_id: item.supplier.id,
      payee_name: item.supplier.name,
      holder: item.supplier.name,
      iban: item.supplier.iban,
      bic: null,
      amount: item.amount,
      purpose: [item.code, item.invoice].filter(Boolean).join(" "),
      due_on: item.dueOn,
      state: item.paid ? "executed" : "pending",
      executed_on: item.paid && dayOf(item.paid.at),
      reference: item.paid && item.paid.reference,
      settled_by: item.paid && creatorId,
      settled_at: item.paid && isoInstantOf(item.paid.at),
    }));
    for (const row of rows) log.add("payment_batch_item", row);
    const debtor = { holder, iban: account.iban, bic: null };
    // Items can be added only to drafts, so the batch is submitted afterwards.
    log.update(
      tenant.id,
      `UPDATE payment_batch SET status = 'submitted', debtor_holder = $2, debtor_iban = $3, submitted_by = $4, submitted_at = $5
       WHERE id = $1`,
      [id, debtor.holder, debtor.iban, creatorId, submittedAt],
    );
    if (paidAt === null) return;
    const code = `BAT-${year}-${String(number).padStart(4, "0")}`;
    const make = currency === "EUR" ? sepaFile : csvFile;
    const file = make({ code, createdAt: submittedAt, currency, executionOn, debtor, payments: rows });
    log.update(
      tenant.id,
      `UPDATE payment_batch SET status = 'completed', approved_by = $2, approved_at = $3, file = $4, file_hash = $5 WHERE id = $1`,
      [
        id,
        users.completed.approver,
        isoInstantOf(paidAt - 2 * hourMs),
        file,
        createHash("sha256").update(file).digest("hex"),
      ],
    );
  }
}
