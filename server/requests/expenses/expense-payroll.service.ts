import { groupBy } from "../../../shared/kernel/group-by";
import { sumOfMoney, toMoney } from "../../../shared/kernel/money";
import type { Period } from "../../../shared/kernel/periods.rules";
import { Problem } from "../../../shared/kernel/problems";
import { requestsBlockedByFourEyes } from "../../approvals/approvals/four-eyes.policy";
import type { PayrollSource, PayrollValues } from "../../people/payroll/payroll.slots";
import { tenantToday } from "../../platform/database/tenant-today";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { financeSettingsOf } from "../money/rates.read";
import { settleExpense, unsettleExpense } from "./expense-payment.service";
import { type ExpenseRow, lockExpenses } from "./expenses.sql";

interface ClaimRow {
  id: number;
  userId: number;
  number: string;
  amount: string;
  currency: string;
}

/**
 * Claims of users $1 (null: all) that the month from $2 to $3 reimburses. Of a closed month, those that it paid; of an open one, those approved until
 * its end that aren't paid and in no payment batch. $4 claims or null.
 */
const claimsOfMonth = sql(
  "expenses.payroll",
  `SELECT c.id, c.requester_id AS "userId", c.code AS number, (c.amount - c.advance_amount)::text AS amount, c.currency
   FROM expense_claim c
   JOIN request r ON r.tenant_id = c.tenant_id AND r.id = c.id
   JOIN tenant t ON t.id = c.tenant_id
   LEFT JOIN payroll_month m ON m.tenant_id = c.tenant_id AND m.month = $2
   WHERE c.tenant_id = current_tenant() AND ($1::bigint[] IS NULL OR c.requester_id = ANY($1)) AND ($4::bigint[] IS NULL OR c.id = ANY($4)) AND (
     c.payroll_month_id = m.id OR (
       m.state IS DISTINCT FROM 'closed' AND c.status = 'approved' AND c.amount > c.advance_amount
       AND (r.decided_at AT TIME ZONE t.time_zone)::date <= $3::date
       AND NOT EXISTS (SELECT FROM payment_batch_item i
         WHERE i.tenant_id = c.tenant_id AND i.request_id = c.id AND i.state IN ('pending', 'executed'))))
   ORDER BY c.id`,
  { notNull: ["number"] },
);
const paidClaims = sql(
  "expenses.paidWithSalary",
  "SELECT id FROM expense_claim WHERE tenant_id = current_tenant() AND payroll_month_id = $1",
);

const readClaims = (
  tx: Tx,
  userIds: readonly number[] | null,
  { from, to }: Period,
  ids: readonly number[] | null = null,
) => tx.rows<ClaimRow>(claimsOfMonth, [userIds, from, to, ids]);

const columnOf = (currency: string) => `expenses:${currency}`;

/** A column for the organization's currency, and for others only if there are claims in them. */
async function valuesOf(tx: Tx, claims: readonly ClaimRow[]): Promise<PayrollValues> {
  const currencies = new Set([(await financeSettingsOf(tx)).currency, ...claims.map(({ currency }) => currency)]);
  const byUser = groupBy(claims, ({ userId }) => userId);
  const cells = [...byUser].map(([userId, of]) => {
    const sums = [...groupBy(of, ({ currency }) => currency)].map(([currency, all]) => [
      columnOf(currency),
      sumOfMoney(
        all.map(({ amount }) => amount),
        currency,
      ),
    ]);
    return [userId, Object.fromEntries(sums)] as const;
  });
  const reasons = [...byUser].map(([userId, of]) => {
    const listed = of.map(({ id, number, amount, currency }) => ({
      column: columnOf(currency),
      id,
      number,
      amount: toMoney(amount, currency),
    }));
    return [userId, listed] as const;
  });
  return {
    columns: [...currencies].map((currency) => ({ key: columnOf(currency), name: null, currency })),
    cells: new Map(cells),
    reasons: new Map(reasons),
  };
}

/** Approved claims are paid by the closing of a month, so that no payment batch can pay them as well. */
export const expensePayroll: PayrollSource = {
  openPoints: async () => [],
  read: async (tx, userIds, month) => valuesOf(tx, await readClaims(tx, userIds, month)),
  settling: {
    column: "expenses",
    owed: (tx, month) => readClaims(tx, null, month),
    async close(tx, actor, userIds, month) {
      const found = await readClaims(tx, userIds, month);
      const locked = await tx.rows<ExpenseRow>(lockExpenses, [found.map(({ id }) => id)]);
      const rows = new Map(locked.map((row) => [row.id, row]));
      // Read again, since a claim may have been paid or added to a batch before it was locked.
      const claims = await readClaims(tx, userIds, month, [...rows.keys()]);
      const ids = claims.map(({ id }) => id);
      if ((await requestsBlockedByFourEyes(tx, actor, ids, "payroll-close")).size > 0)
        throw new Problem("payroll.fourEyes");
      const date = await tenantToday(tx);
      const payment = { date, reference: `SAL-${month.name}`, payrollMonthId: month.id };
      for (const { id } of claims) await settleExpense(tx, actor, rows.get(id) as ExpenseRow, payment);
      return valuesOf(tx, claims);
    },
    async reopen(tx, actor, month) {
      const paid = await tx.rows<{ id: number }>(paidClaims, [month.id]);
      const locked = await tx.rows<ExpenseRow>(lockExpenses, [paid.map(({ id }) => id)]);
      for (const claim of locked) await unsettleExpense(tx, actor, claim);
    },
  },
};
