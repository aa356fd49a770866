import { sql, type Tx } from "../platform/database/unit-of-work";

const settings = sql(
  "finance.settings",
  `SELECT currency, archive_days AS "archiveDays", version, checked_at AS "checkedAt" FROM finance_settings
   WHERE tenant_id = current_tenant()`,
);
const rate = sql(
  "finance.rate",
  `SELECT rate, updated_at AS "updatedAt" FROM finance_currency WHERE tenant_id = current_tenant() AND code = $1`,
);

export interface FinanceSettingsRow {
  currency: string;
  archiveDays: number;
  /** 0 while nobody has set anything. */
  version: number;
  checkedAt: Date | null;
}

/** What the tenant has set, or what it begins with: US dollars, thirty days. */
export async function settingsOf(tx: Tx): Promise<FinanceSettingsRow> {
  const row = await tx.one<FinanceSettingsRow>(settings);
  return row ?? { currency: "USD", archiveDays: 30, version: 0, checkedAt: null };
}

/** Rates without the noughts behind them. */
export const plainRate = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

export interface HomeRate {
  home: string;
  /** What one unit costs in the tenant's currency. */
  rate: string;
  since: Date | null;
}

/** The rate of this moment; null where the currency has none. */
export async function rateOf(tx: Tx, currency: string): Promise<HomeRate | null> {
  const { currency: home } = await settingsOf(tx);
  if (currency === home) return { home, rate: "1", since: null };
  const row = await tx.one<{ rate: string; updatedAt: Date }>(rate, [currency]);
  return row ? { home, rate: plainRate(row.rate), since: row.updatedAt } : null;
}
