import { userStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import { type DataExport, type ExportKind, exportHours } from "../../../shared/insights/exports/exports.contract";
import { notifyUsers } from "../../communication/notifications/notify.service";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import { concernsReader } from "../../platform/viewing";
import { requireConfirmed } from "../../identity/session/second-factor.service";

const columns = `e.id, e.kind, e.state, e.done, e.total, e.requested_at, e.expires_at, f.id AS file_id, f.name, f.size`;
const selectOwnExports = sql(
  "exports.mine",
  `SELECT ${columns} FROM data_export e LEFT JOIN file f ON f.tenant_id = e.tenant_id AND f.id = e.file_id
   WHERE e.tenant_id = current_tenant() AND e.user_id = $1 AND (e.expires_at IS NULL OR e.expires_at > now())
   ORDER BY e.id DESC LIMIT 20`,
);
const insertExport = sql(
  "exports.ask",
  `INSERT INTO data_export (tenant_id, kind, user_id) VALUES (current_tenant(), $1, $2)
   ON CONFLICT (tenant_id, user_id, kind) WHERE state IN ('waiting', 'running') DO NOTHING RETURNING id`,
);

// Limit of exports per user, kind and day: an export is kept for a day and may be as large as all uploads, so repeated requests could fill
// the shared store.
const maxPerDay = 5;
const selectSecondsUntilNext = sql(
  "exports.latest",
  `SELECT ceil(extract(epoch FROM min(requested_at) + interval '1 day' - now()))::int AS seconds
   FROM (SELECT requested_at FROM data_export WHERE tenant_id = current_tenant() AND user_id = $2 AND kind = $1
           AND requested_at > now() - interval '1 day' ORDER BY requested_at DESC LIMIT ${maxPerDay}) AS few
   HAVING count(*) >= ${maxPerDay}`,
);

interface Row extends Omit<DataExport, "requested_at" | "expires_at" | "url"> {
  requested_at: Date;
  expires_at: Date | null;
  file_id: number | null;
  name: string | null;
}

const presentExport = ({ file_id, name, requested_at, expires_at, ...row }: Row): DataExport => ({
  ...row,
  requested_at: requested_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
  url: file_id && name ? `/files/${file_id}/${encodeURIComponent(name)}` : null,
});

/** The tenant's export contains salaries and personal files, so it requires the permissions to read those. */
const mayHave = ({ permissions }: Actor, kind: ExportKind) =>
  kind === "person" || (permissions.has("tenant-edit") && permissions.has("user-edit"));

/** The actor's exports, latest first; tenant exports only while the actor may request one. */
export async function readExports(tx: Tx, actor: Actor): Promise<DataExport[]> {
  const rows = await tx.rows<Row>(selectOwnExports, [actor.id]);
  return rows.filter(({ kind }) => mayHave(actor, kind)).map(presentExport);
}

/**
 * Queues an export for a worker.
 * @throws Problem 403 without permission or without a recent password confirmation; 409 while one is being created; 429 after five in a
 *   day.
 */
export async function requestExport(tx: Tx, actor: Actor, kind: ExportKind): Promise<DataExport> {
  if (!mayHave(actor, kind)) throw new Problem("permission.denied");
  await requireConfirmed(tx, actor);
  const full = await tx.one<{ seconds: number }>(selectSecondsUntilNext, [kind, actor.id]);
  if (full) throw new Problem("rate.limited", { retryAfterSeconds: Math.max(1, full.seconds) });
  const created = await tx.one<{ id: number }>(insertExport, [kind, actor.id]);
  if (!created) throw new Problem("export.running");
  logSecurity(tx, { kind: "exported", facts: { scope: kind } });
  tx.emit("export.changed", userStream(actor.id), { id: created.id, state: "waiting" });
  return (await readExports(tx, actor)).find(({ id }) => id === created.id) as DataExport;
}

const selectExportOfFile = sql(
  "exports.through",
  `SELECT kind FROM data_export WHERE tenant_id = current_tenant() AND file_id = $1 AND user_id = $2 AND expires_at > now()`,
);

/**
 * Whether the file is an unexpired export of the actor, requested from their own session; API tokens and users viewing as the actor are
 * refused.
 */
export async function canReadExportFile(tx: Tx, actor: Actor, fileId: number): Promise<boolean> {
  const found = await tx.one<{ kind: ExportKind }>(selectExportOfFile, [fileId, actor.id]);
  const themself = actor.sessionId !== null && concernsReader(actor, (id) => id === actor.id);
  return found !== undefined && themself && mayHave(actor, found.kind);
}

export interface ClaimedExport {
  id: number;
  kind: ExportKind;
  user_id: number;
  language: string | null;
  /** Whether the user is external: their export is redacted as all replies to them. */
  external: boolean;
}

const attempts = 3;
/** Lease in minutes; longer than writing one part can take. */
const leaseMinutes = 10;

// Claims an export for one worker; an expired lease of a dead worker is claimed again.
const claimWaitingExport = sql(
  "exports.claim",
  `UPDATE data_export e SET state = 'running', attempts = attempts + 1, done = 0,
     leased_until = now() + make_interval(mins => ${leaseMinutes})
   FROM app_user u
   WHERE u.tenant_id = e.tenant_id AND u.id = e.user_id AND e.tenant_id = current_tenant() AND e.id = (
     SELECT id FROM data_export WHERE tenant_id = current_tenant() AND attempts < ${attempts}
       AND (state = 'waiting' OR state = 'running' AND leased_until < now())
     ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING e.id, e.kind, e.user_id, u.language, u.external`,
);
export const claimExport = (tx: Tx) => tx.one<ClaimedExport>(claimWaitingExport);

const updateProgress = sql(
  "exports.advance",
  `UPDATE data_export SET done = $2, total = $3, leased_until = now() + make_interval(mins => ${leaseMinutes})
   WHERE tenant_id = current_tenant() AND id = $1 AND state = 'running' RETURNING id`,
);

/**
 * Emits the progress.
 * @returns false when the export was deleted.
 */
export async function advanceExport(
  tx: Tx,
  { id, user_id }: ClaimedExport,
  done: number,
  total: number,
): Promise<boolean> {
  if (!(await tx.one(updateProgress, [id, done, total]))) return false;
  tx.emit("export.changed", userStream(user_id), { id, state: "running" });
  return true;
}

const updateExportReady = sql(
  "exports.finish",
  `UPDATE data_export SET state = 'ready', file_id = $2, done = total, leased_until = NULL,
     expires_at = now() + make_interval(hours => ${exportHours})
   WHERE tenant_id = current_tenant() AND id = $1 AND state = 'running' RETURNING id`,
);
const insertFile = sql(
  "exports.file",
  `INSERT INTO file (tenant_id, name, type, size, storage_key, uploaded_by, preview_state)
   VALUES (current_tenant(), $1, 'application/zip', $2, $3, $4, 'none') RETURNING id`,
);

/** Makes the export available for a day and notifies its requester. @returns false when the export was deleted. */
export async function finishExport(
  tx: Tx,
  { id, kind, user_id }: ClaimedExport,
  file: { name: string; size: number; key: string },
): Promise<boolean> {
  const row = await tx.one<{ id: number }>(insertFile, [file.name, file.size, file.key, user_id]);
  if (!(await tx.one(updateExportReady, [id, row?.id]))) throw new Problem("notFound");
  tx.emit("export.changed", userStream(user_id), { id, state: "ready" });
  await notifyRequester(tx, user_id, kind, "export.ready");
  return true;
}

const updateExportFailed = sql(
  "exports.fail",
  `UPDATE data_export SET state = CASE WHEN attempts < ${attempts} THEN 'waiting' ELSE 'failed' END, leased_until = NULL,
     expires_at = CASE WHEN attempts < ${attempts} THEN NULL ELSE now() + make_interval(hours => ${exportHours}) END
   WHERE tenant_id = current_tenant() AND id = $1 AND state = 'running' RETURNING state`,
);

/** Records a failed attempt; after the third, the export is marked as failed. */
export async function failExport(tx: Tx, { id, kind, user_id }: ClaimedExport): Promise<void> {
  const row = await tx.one<{ state: string }>(updateExportFailed, [id]);
  if (!row) return;
  tx.emit("export.changed", userStream(user_id), { id, state: row.state });
  if (row.state === "failed") await notifyRequester(tx, user_id, kind, "export.failed");
}

const deleteExpiredExports = sql(
  "exports.sweep",
  `DELETE FROM data_export WHERE tenant_id = current_tenant() AND expires_at <= now() RETURNING id, user_id`,
);
const updateStaleExports = sql(
  "exports.giveUp",
  `UPDATE data_export SET state = 'failed', leased_until = NULL, expires_at = now() + make_interval(hours => ${exportHours})
   WHERE tenant_id = current_tenant() AND state = 'running' AND leased_until < now() AND attempts >= ${attempts}
   RETURNING id, kind, user_id`,
);

/**
 * Deletes expired exports with their files, and marks exports as failed if their worker died in every attempt.
 * @returns the ids of the failed exports, whose requesters are notified.
 */
export async function sweepExports(tx: Tx): Promise<number[]> {
  for (const { id, user_id } of await tx.rows<{ id: number; user_id: number }>(deleteExpiredExports))
    tx.emit("export.changed", userStream(user_id), { id, state: "over" });
  const failed = await tx.rows<{ id: number; kind: ExportKind; user_id: number }>(updateStaleExports);
  for (const { id, kind, user_id } of failed) {
    tx.emit("export.changed", userStream(user_id), { id, state: "failed" });
    await notifyRequester(tx, user_id, kind, "export.failed");
  }
  return failed.map(({ id }) => id);
}

async function notifyRequester(
  tx: Tx,
  userId: number,
  of: ExportKind,
  kind: "export.ready" | "export.failed",
): Promise<void> {
  const path = of === "person" ? "/profile/data" : "/settings/organization";
  const about = { path, subject: "", taskId: null, projectId: null, values: {} };
  const people = [{ id: userId, reason: null }];
  await notifyUsers(tx, { eventId: null, sender: null, atOnce: true }, [{ kind, people, ...about }]);
}
