import { sql, type Tx } from "../../platform/database/unit-of-work";

const selectSettings = sql(
  "finance.settings",
  `SELECT currency, archive_days AS "archiveDays", version FROM finance_settings
   WHERE tenant_id = current_tenant()`,
);
const selectRate = sql(
  "finance.rate",
  `SELECT rate, updated_at AS "updatedAt" FROM finance_currency WHERE tenant_id = current_tenant() AND code = $1`,
);

export interface FinanceSettingsRow {
  currency: string;
  archiveDays: number;
  /** Version of the settings; 0 while there is no settings row. */
  version: number;
}

/** The tenant's settings, or the defaults: US dollars, thirty days. */
export async function financeSettingsOf(tx: Tx): Promise<FinanceSettingsRow> {
  const row = await tx.one<FinanceSettingsRow>(selectSettings);
  return row ?? { currency: "USD", archiveDays: 30, version: 0 };
}

export const trimRate = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

export interface HomeRate {
  home: string;
  /** Price of one unit of the currency in the tenant's currency. */
  rate: string;
  since: Date | null;
}

export async function exchangeRateOf(tx: Tx, currency: string): Promise<HomeRate | null> {
  const { currency: home } = await financeSettingsOf(tx);
  if (currency === home) return { home, rate: "1", since: null };
  const row = await tx.one<{ rate: string; updatedAt: Date }>(selectRate, [currency]);
  return row ? { home, rate: trimRate(row.rate), since: row.updatedAt } : null;
}
