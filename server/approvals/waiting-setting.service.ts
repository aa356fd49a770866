import type { InferType } from "yup";
import type { WaitingSetting } from "../../shared/approvals/approval-rules.contract";
import type { waitingSchema } from "../../shared/approvals/approval-rules.schema";
import { usualWaiting } from "../../shared/approvals/approvals.waiting.rules";
import { tenantStream } from "../../shared/kernel/events";
import { Problem } from "../../shared/kernel/problems";
import { logSecurity } from "../platform/security-log";
import { sql, type Tx } from "../platform/database/unit-of-work";

const columns = "remind_after, remind_unit, escalate_after, escalate_unit, four_eyes, version";
const read = sql("waiting.read", `SELECT ${columns} FROM approval_setting WHERE tenant_id = current_tenant()`);
// Without a row yet the version is 0: of two who are the first at once, the second is told.
const write = sql(
  "waiting.write",
  `INSERT INTO approval_setting AS s (tenant_id, remind_after, remind_unit, escalate_after, escalate_unit, four_eyes)
   VALUES (current_tenant(), $1, $2, $3, $4, COALESCE($6, true))
   ON CONFLICT (tenant_id) DO UPDATE SET remind_after = $1, remind_unit = $2, escalate_after = $3, escalate_unit = $4,
     four_eyes = COALESCE($6, s.four_eyes), version = s.version + 1
   WHERE $5::int IS NULL OR s.version = $5 RETURNING ${columns}`,
);

/** The tenant's own, or the usual. */
export async function readWaiting(tx: Tx): Promise<WaitingSetting> {
  return (await tx.one<WaitingSetting>(read)) ?? { ...usualWaiting, four_eyes: true, version: 0 };
}

/** @throws Problem 409 with what stands now when somebody has changed it meanwhile. */
export async function updateWaiting(tx: Tx, input: InferType<typeof waitingSchema>): Promise<WaitingSetting> {
  const { remind_after = null, remind_unit, escalate_after = null, escalate_unit, version = null } = input;
  const values = [remind_after, remind_unit, escalate_after, escalate_unit, version, input.four_eyes ?? null];
  const row = await tx.one<WaitingSetting>(write, values);
  if (!row) throw new Problem("approvalRule.stale", { record: await readWaiting(tx) });
  tx.emit("approval_setting.changed", tenantStream(tx.tenantId), { four_eyes: row.four_eyes });
  const policy = row.four_eyes ? "four_eyes" : "no_four_eyes";
  logSecurity(tx, { kind: "approval_rules_changed", facts: { policy } });
  return row;
}
