import type { DatabaseDemo } from "../../../platform/demo/demo.steps";
import type pg from "pg";
import { permissions } from "../../../../shared/access";
import { defaultPayrollColumns, periodOfMonth } from "../../../../shared/people/payroll/payroll.rules";
import { templateWeek } from "../../../../shared/work/schedules/schedules.rules";
import { organizationWeek } from "../payroll-package.service";
import { readOpenPoints } from "../payroll-points.service";
import { closeMonth, saveColumns } from "../payroll.service";
import { Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { storeSchedules } from "../../../work/schedules/schedules.service";
import { isoInstantOf } from "../../../platform/demo/demo.rows";

/** Reduces their hours after the month was closed. */
const partTimer = "tobias.brandt@acme.test";

/**
 * Closes the month before last, changes a schedule within it afterwards, and approves the time sheets of the last month, which can then be
 * closed. Expense claims are reimbursed with the salary.
 */
export async function writePayroll({ client, tenantId, now }: DatabaseDemo): Promise<void> {
  await client.query("SELECT set_config('app.tenant_id', $1, true)", [String(tenantId)]);
  const tx = new Tx(tenantId, undefined as never, client as unknown as pg.PoolClient);
  const userId = async (email: string) => {
    const { rows } = await client.query<{ id: number }>("SELECT id FROM app_user WHERE tenant_id = $1 AND email = $2", [
      tenantId,
      email,
    ]);
    return Number(rows[0]?.id);
  };
  const hr = {
    id: await userId("hr@acme.test"),
    permissions: new Set(permissions),
    external: false,
    apiToken: null,
  } as unknown as Actor;
  const [closed, next] = [monthBefore(now, 2), monthBefore(now, 1)];
  await saveColumns(tx, hr, { columns: [...defaultPayrollColumns, "expenses"], version: 0 });
  const { token } = await readOpenPoints(tx, periodOfMonth(closed));
  await closeMonth(tx, hr, closed, { closing: 0, accepted: token });
  await client.query("UPDATE payroll_closing SET closed_at = $2 WHERE tenant_id = $1", [
    tenantId,
    `${next}-04T09:20:00Z`,
  ]);
  // Written by a trigger, with the current time.
  await client.query("DELETE FROM audit_change WHERE tenant_id = $1 AND kind = 'payroll_closed'", [tenantId]);
  const minutes = templateWeek("four_days", await organizationWeek(tx));
  await storeSchedules(tx, hr, [{ userId: await userId(partTimer), from: `${closed}-15`, minutes }]);
  const { points } = await readOpenPoints(tx, periodOfMonth(next));
  const late = points.filter(({ kind }) => kind === "time").flatMap(({ items }) => items.map(({ user }) => user.id));
  await client.query(
    `INSERT INTO time_week (tenant_id, user_id, monday, state, submitted_at, decided_at, decided_by)
     SELECT $1, u.id, monday::date, 'approved', monday + interval '5 days', monday + interval '8 days', u.parent_id
     FROM app_user u, generate_series(date_trunc('week', $2::timestamp), $3::timestamp, '7 days') AS monday
     WHERE u.tenant_id = $1 AND u.id = ANY($4) AND monday + interval '7 days' <= now()
     ON CONFLICT DO NOTHING`,
    [tenantId, periodOfMonth(next).from, periodOfMonth(next).to, late],
  );
}

/** Written as `2026-11`. */
function monthBefore(now: Date, months: number): string {
  const [year = 0, month = 0] = isoInstantOf(now.getTime()).split("-").map(Number);
  return isoInstantOf(Date.UTC(year, month - 1 - months, 1)).slice(0, 7);
}
