import type { InferType } from "yup";
import type { EscalationSetting } from "../../../shared/approvals/approvals/approval-rules.contract";
import type { escalationSchema } from "../../../shared/approvals/approvals/approval-rules.schema";
import { defaultEscalationTimes } from "../../../shared/approvals/approvals/approvals.waiting.rules";
import { tenantStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import { logSecurity } from "../../platform/security-log";
import { sql, type Tx } from "../../platform/database/unit-of-work";

const columns =
  "remind_after, remind_unit, escalate_after, escalate_unit, absent_after, absent_unit, four_eyes, version";
const selectSetting = sql("waiting.read", `SELECT ${columns} FROM approval_setting WHERE tenant_id = current_tenant()`);
// Without a row the version is 0, so that the second of two concurrent first writes is a conflict.
const upsertSetting = sql(
  "waiting.write",
  `INSERT INTO approval_setting AS s (tenant_id, remind_after, remind_unit, escalate_after, escalate_unit, four_eyes, absent_after, absent_unit)
   VALUES (current_tenant(), $1, $2, $3, $4, COALESCE($6, true), CASE WHEN $7 THEN $8 ELSE 2 END, COALESCE($9, 'days'))
   ON CONFLICT (tenant_id) DO UPDATE SET remind_after = $1, remind_unit = $2, escalate_after = $3, escalate_unit = $4,
     four_eyes = COALESCE($6, s.four_eyes), absent_after = CASE WHEN $7 THEN $8 ELSE s.absent_after END,
     absent_unit = COALESCE($9, s.absent_unit), version = s.version + 1
   WHERE $5::int IS NULL OR s.version = $5 RETURNING ${columns}`,
);

export async function readEscalationSetting(tx: Tx): Promise<EscalationSetting> {
  return (await tx.one<EscalationSetting>(selectSetting)) ?? { ...defaultEscalationTimes, four_eyes: true, version: 0 };
}

/** @throws Problem 409 with the current setting when the version is stale. */
export async function updateEscalationSetting(
  tx: Tx,
  input: InferType<typeof escalationSchema>,
): Promise<EscalationSetting> {
  const { remind_after = null, remind_unit, escalate_after = null, escalate_unit, version = null } = input;
  const absence = [input.absent_after !== undefined, input.absent_after ?? null, input.absent_unit ?? null];
  const values = [
    remind_after,
    remind_unit,
    escalate_after,
    escalate_unit,
    version,
    input.four_eyes ?? null,
    ...absence,
  ];
  const row = await tx.one<EscalationSetting>(upsertSetting, values);
  if (!row) throw new Problem("organization.stale", { record: await readEscalationSetting(tx) });
  tx.emit("approval_setting.changed", tenantStream(tx.tenantId), { four_eyes: row.four_eyes });
  const policy = row.four_eyes ? "four_eyes" : "no_four_eyes";
  logSecurity(tx, { kind: "approval_rules_changed", facts: { policy } });
  return row;
}
