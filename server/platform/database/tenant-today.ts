import { sql, type Tx } from "./unit-of-work";

const selectToday = sql("tenant.today", "SELECT tenant_today()::text AS today", { notNull: ["today"] });

/** Today in the time zone of the organization, such as `2026-11-30`. */
export const tenantToday = async (tx: Tx): Promise<string> =>
  ((await tx.one<{ today: string }>(selectToday)) as { today: string }).today;
