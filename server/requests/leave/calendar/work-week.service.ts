import type { InferType } from "yup";
import { tenantStream } from "../../../../shared/kernel/events";
import { Problem } from "../../../../shared/kernel/problems";
import type { WorkWeek } from "../../../../shared/requests/leave/calendar/holidays.contract";
import type { workWeekChangeSchema } from "../../../../shared/requests/leave/calendar/calendar.schema";
import type { Actor } from "../../../platform/session";
import { logSecurity } from "../../../platform/security-log";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { calendarChanged } from "./calendar.slots";

const selectWorkWeek = sql(
  "leave.workWeek",
  `SELECT weekend, to_char(workday_start, 'HH24:MI') AS workday_start, to_char(workday_end, 'HH24:MI') AS workday_end,
     workday_hours::float8 AS workday_hours, leave_given_at AS given_at, version
   FROM tenant WHERE id = current_tenant()`,
);
const updateWorkWeekColumns = sql(
  "leave.writeWorkWeek",
  `UPDATE tenant SET weekend = $1, workday_start = $2, workday_end = $3, workday_hours = $4, version = version + 1
   WHERE id = current_tenant() AND version = COALESCE($5, version) RETURNING id`,
);

const writeWeekend = sql(
  "leave.writeWeekend",
  "UPDATE tenant SET weekend = $1 WHERE id = current_tenant() AND weekend <> $1::smallint[] RETURNING id",
);

type Row = Omit<WorkWeek, "given_at" | "can"> & { given_at: Date | null };

export async function loadWorkWeek(tx: Tx, actor: Actor): Promise<WorkWeek> {
  const row = (await tx.one<Row>(selectWorkWeek)) as Row;
  const can = { edit: actor.permissions.has("leave-type-edit") };
  return { ...row, given_at: row.given_at?.toISOString() ?? null, can };
}

const freeDays = (days: readonly number[]) => [...new Set(days)].sort((a, b) => a - b);

/**
 * Updates the work week and recalculates leave that hasn't ended. The version is the tenant's, whose settings page also changes the weekend.
 * @throws Problem 409 with the current work week when the version is stale.
 */
export async function updateWorkWeek(
  tx: Tx,
  actor: Actor,
  input: InferType<typeof workWeekChangeSchema>,
): Promise<void> {
  const { weekend, workday_start, workday_end, workday_hours, version = null } = input;
  const values = [freeDays(weekend), workday_start, workday_end, workday_hours, version];
  if (!(await tx.one(updateWorkWeekColumns, values)))
    throw new Problem("organization.stale", { record: await loadWorkWeek(tx, actor) });
  // The tenant's settings page and the sessions contain the weekend and the version.
  tx.emit("tenant.updated", tenantStream(tx.tenantId), { id: tx.tenantId });
  await changed(tx);
}

/** Updates only the weekend, for the tenant's settings page. */
export async function updateWeekend(tx: Tx, days: readonly number[]): Promise<void> {
  if (await tx.one(writeWeekend, [freeDays(days)])) await changed(tx);
}

async function changed(tx: Tx): Promise<void> {
  tx.emit("leave.settings_changed", tenantStream(tx.tenantId), { what: "calendar" });
  logSecurity(tx, { kind: "leave_settings_changed", facts: { scope: "calendar" } });
  await calendarChanged.filling(tx, { dates: null, holiday: null });
}
