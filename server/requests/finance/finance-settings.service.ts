import type { InferType } from "yup";
import type { FinanceSettings } from "../../../shared/requests/finance/finance-settings.contract";
import type { financeSettingsSchema } from "../../../shared/requests/finance/finance.schema";
import { tenantStream } from "../../../shared/kernel/events";
import { type FieldErrors, Problem } from "../../../shared/kernel/problems";
import type { Actor } from "../../platform/session";
import { logSecurity } from "../../platform/security-log";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { trimRate, financeSettingsOf } from "../money/rates.read";

const selectCurrencies = sql(
  "finance.currencies",
  `SELECT code, rate, updated_at AS "updatedAt" FROM finance_currency WHERE tenant_id = current_tenant() ORDER BY code`,
);

export async function readSettings(tx: Tx, actor: Actor): Promise<FinanceSettings> {
  const { currency, archiveDays, version } = await financeSettingsOf(tx);
  const rows = await tx.rows<{ code: string; rate: string; updatedAt: Date }>(selectCurrencies);
  return {
    version,
    currency,
    currencies: rows.map(({ code, rate, updatedAt }) => ({
      code,
      rate: trimRate(rate),
      updated_at: updatedAt.toISOString(),
    })),
    archive_days: archiveDays,
    can: { edit: actor.permissions.has("payment-settings") },
  };
}

// Inserts only when there is no row: inserting over a row that is being changed would wait for it and hide a missing lock.
const insertSettingsIfMissing = sql(
  "finance.beginSettings",
  `INSERT INTO finance_settings (tenant_id, version) SELECT current_tenant(), 0
   WHERE NOT EXISTS (SELECT FROM finance_settings WHERE tenant_id = current_tenant()) ON CONFLICT DO NOTHING`,
);
const lockSettings = sql(
  "finance.lockSettings",
  `SELECT currency, version FROM finance_settings WHERE tenant_id = current_tenant() FOR UPDATE`,
);
const selectHasHomeAmounts = sql(
  "finance.counted",
  `SELECT EXISTS (SELECT FROM finance_request WHERE tenant_id = current_tenant() AND home_currency IS NOT NULL)
     OR EXISTS (SELECT FROM finance_budget WHERE tenant_id = current_tenant())
     OR EXISTS (SELECT FROM expense_claim WHERE tenant_id = current_tenant() AND number IS NOT NULL) AS so`,
);
const updateSettings = sql(
  "finance.changeSettings",
  `UPDATE finance_settings SET currency = $1, archive_days = $2, version = version + 1
   WHERE tenant_id = current_tenant() RETURNING version`,
);
const dropRates = sql(
  "finance.dropRates",
  `DELETE FROM finance_currency WHERE tenant_id = current_tenant() AND code <> ALL($1)`,
);
// An unchanged rate keeps its date.
const setRates = sql(
  "finance.setRates",
  `INSERT INTO finance_currency AS c (tenant_id, code, rate)
   SELECT current_tenant(), item->>'code', (item->>'rate')::numeric FROM jsonb_array_elements($1::jsonb) AS item
   ON CONFLICT (tenant_id, code) DO UPDATE SET rate = excluded.rate, updated_at = now() WHERE c.rate <> excluded.rate`,
);

type Input = InferType<typeof financeSettingsSchema>;

/**
 * Sets currencies, rates and the archiving period. Sent requests keep their rate.
 * @throws Problem 409 for a stale version; 422 for a duplicate currency, and for changing the tenant's currency while requests or budgets
 *   use it.
 */
export async function changeSettings(tx: Tx, actor: Actor, input: Input): Promise<FinanceSettings> {
  await tx.rows(insertSettingsIfMissing);
  const before = (await tx.one<{ currency: string; version: number }>(lockSettings)) as {
    currency: string;
    version: number;
  };
  if (input.version !== undefined && input.version !== before.version)
    throw new Problem("organization.stale", { record: await readSettings(tx, actor) });
  await refuseWrong(tx, input, before.currency);
  const codes = input.currencies.map(({ code }) => code);
  await tx.rows(dropRates, [codes]);
  await tx.rows(setRates, [JSON.stringify(input.currencies)]);
  const row = await tx.one<{ version: number }>(updateSettings, [input.currency, input.archive_days]);
  tx.emit("finance_settings.updated", tenantStream(tx.tenantId), { version: row?.version ?? 0 });
  logSecurity(tx, { kind: "finance_settings_changed" });
  return readSettings(tx, actor);
}

async function refuseWrong(tx: Tx, { currency, currencies: list }: Input, before: string): Promise<void> {
  const errors: FieldErrors = {};
  for (const [at, { code }] of list.entries()) {
    if (code === currency) errors[`currencies.${at}.code`] = ["finance.ownCurrency"];
    else if (list.findIndex((other) => other.code === code) < at)
      errors[`currencies.${at}.code`] = ["finance.currencyTwice"];
  }
  if (currency !== before && (await tx.one<{ so: boolean }>(selectHasHomeAmounts))?.so)
    errors.currency = ["finance.homeKept"];
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}
