import { userStream } from "../../shared/kernel/events";
import { Problem } from "../../shared/kernel/problems";
import { type DataExport, type ExportKind, exportHours } from "../../shared/exports/exports.contract";
import { tellPeople } from "../notifications/tell.service";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { logSecurity } from "../platform/security-log";
import type { Actor } from "../platform/session";
import { concernsReader } from "../platform/viewing";
import { requireConfirmed } from "../session/second-factor.service";

const columns = `e.id, e.kind, e.state, e.done, e.total, e.requested_at, e.expires_at, f.id AS file_id, f.name, f.size`;
const mine = sql(
  "exports.mine",
  `SELECT ${columns} FROM data_export e LEFT JOIN file f ON f.tenant_id = e.tenant_id AND f.id = e.file_id
   WHERE e.tenant_id = current_tenant() AND e.user_id = $1 AND (e.expires_at IS NULL OR e.expires_at > now())
   ORDER BY e.id DESC LIMIT 20`,
);
const ask = sql(
  "exports.ask",
  `INSERT INTO data_export (tenant_id, kind, user_id) VALUES (current_tenant(), $1, $2)
   ON CONFLICT (tenant_id, user_id, kind) WHERE state IN ('waiting', 'running') DO NOTHING RETURNING id`,
);

// Each lies there for a day, as large as everything that somebody has uploaded: asked for again and again it would fill the
// store of all organisations.
const mostADay = 5;
const latest = sql(
  "exports.latest",
  `SELECT ceil(extract(epoch FROM min(requested_at) + interval '1 day' - now()))::int AS seconds
   FROM (SELECT requested_at FROM data_export WHERE tenant_id = current_tenant() AND user_id = $2 AND kind = $1
           AND requested_at > now() - interval '1 day' ORDER BY requested_at DESC LIMIT ${mostADay}) AS few
   HAVING count(*) >= ${mostADay}`,
);

interface Row extends Omit<DataExport, "requested_at" | "expires_at" | "url"> {
  requested_at: Date;
  expires_at: Date | null;
  file_id: number | null;
  name: string | null;
}

const shown = ({ file_id, name, requested_at, expires_at, ...row }: Row): DataExport => ({
  ...row,
  requested_at: requested_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
  url: file_id && name ? `/files/${file_id}/${encodeURIComponent(name)}` : null,
});

/** In the organisation's copy are everybody's pay and personal files: whoever may not read these doesn't get it. */
const mayHave = ({ permissions }: Actor, kind: ExportKind) =>
  kind === "person" || (permissions.has("tenant-edit") && permissions.has("user-edit"));

/** One's own, the latest first; of the organisation only for as long as one may ask for it. */
export async function exportsOf(tx: Tx, actor: Actor): Promise<DataExport[]> {
  const rows = await tx.rows<Row>(mine, [actor.id]);
  return rows.filter(({ kind }) => mayHave(actor, kind)).map(shown);
}

/**
 * Asks a worker for a copy.
 * @throws Problem 403 without the right, and unless the password was given a short while ago; 409 while one is made; 429 after five in a day.
 */
export async function askForExport(tx: Tx, actor: Actor, kind: ExportKind): Promise<DataExport> {
  if (!mayHave(actor, kind)) throw new Problem("permission.denied");
  await requireConfirmed(tx, actor);
  const full = await tx.one<{ seconds: number }>(latest, [kind, actor.id]);
  if (full) throw new Problem("rate.limited", { retryAfterSeconds: Math.max(1, full.seconds) });
  const asked = await tx.one<{ id: number }>(ask, [kind, actor.id]);
  if (!asked) throw new Problem("export.running");
  logSecurity(tx, { kind: "exported", facts: { scope: kind } });
  tx.emit("export.changed", userStream(actor.id), { id: asked.id, state: "waiting" });
  return (await exportsOf(tx, actor)).find(({ id }) => id === asked.id) as DataExport;
}

const through = sql(
  "exports.through",
  `SELECT kind FROM data_export WHERE tenant_id = current_tenant() AND file_id = $1 AND user_id = $2 AND expires_at > now()`,
);

/** Whether a file is an export of this person's own, in its day, fetched from a session of theirs: neither a token nor their eyes are enough. */
export async function seesThroughExport(tx: Tx, actor: Actor, fileId: number): Promise<boolean> {
  const found = await tx.one<{ kind: ExportKind }>(through, [fileId, actor.id]);
  const themself = actor.sessionId !== null && concernsReader(actor, (id) => id === actor.id);
  return found !== undefined && themself && mayHave(actor, found.kind);
}

/** What a worker has taken on. */
export interface Claimed {
  id: number;
  kind: ExportKind;
  user_id: number;
  language: string | null;
}

const attempts = 3;
/** Longer than one part ever takes to write. */
const leaseMinutes = 10;

// Of two workers one gets it; what one that died has left is taken up when its lease is over.
const claim = sql(
  "exports.claim",
  `UPDATE data_export e SET state = 'running', attempts = attempts + 1, done = 0,
     leased_until = now() + make_interval(mins => ${leaseMinutes})
   FROM app_user u
   WHERE u.tenant_id = e.tenant_id AND u.id = e.user_id AND e.tenant_id = current_tenant() AND e.id = (
     SELECT id FROM data_export WHERE tenant_id = current_tenant() AND attempts < ${attempts}
       AND (state = 'waiting' OR state = 'running' AND leased_until < now())
     ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING e.id, e.kind, e.user_id, u.language`,
);
export const claimExport = (tx: Tx) => tx.one<Claimed>(claim);

const advance = sql(
  "exports.advance",
  `UPDATE data_export SET done = $2, total = $3, leased_until = now() + make_interval(mins => ${leaseMinutes})
   WHERE tenant_id = current_tenant() AND id = $1 AND state = 'running' RETURNING id`,
);

/** Says how far it is. @returns false when nobody wants it any more. */
export async function advanceExport(tx: Tx, { id, user_id }: Claimed, done: number, total: number): Promise<boolean> {
  if (!(await tx.one(advance, [id, done, total]))) return false;
  tx.emit("export.changed", userStream(user_id), { id, state: "running" });
  return true;
}

const finish = sql(
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

/** Its bytes are there: it can be fetched for a day, and whoever asked is told. @returns false when nobody wants it any more. */
export async function finishExport(
  tx: Tx,
  { id, kind, user_id }: Claimed,
  file: { name: string; size: number; key: string },
): Promise<boolean> {
  const row = await tx.one<{ id: number }>(insertFile, [file.name, file.size, file.key, user_id]);
  if (!(await tx.one(finish, [id, row?.id]))) throw new Problem("notFound");
  tx.emit("export.changed", userStream(user_id), { id, state: "ready" });
  await tell(tx, user_id, kind, "export.ready");
  return true;
}

const fail = sql(
  "exports.fail",
  `UPDATE data_export SET state = CASE WHEN attempts < ${attempts} THEN 'waiting' ELSE 'failed' END, leased_until = NULL,
     expires_at = CASE WHEN attempts < ${attempts} THEN NULL ELSE now() + make_interval(hours => ${exportHours}) END
   WHERE tenant_id = current_tenant() AND id = $1 AND state = 'running' RETURNING state`,
);

/** It didn't work: tried again, and given up after the third time. */
export async function failExport(tx: Tx, { id, kind, user_id }: Claimed): Promise<void> {
  const row = await tx.one<{ state: string }>(fail, [id]);
  if (!row) return;
  tx.emit("export.changed", userStream(user_id), { id, state: row.state });
  if (row.state === "failed") await tell(tx, user_id, kind, "export.failed");
}

const sweep = sql(
  "exports.sweep",
  `DELETE FROM data_export WHERE tenant_id = current_tenant() AND expires_at <= now() RETURNING id, user_id`,
);
const giveUp = sql(
  "exports.giveUp",
  `UPDATE data_export SET state = 'failed', leased_until = NULL, expires_at = now() + make_interval(hours => ${exportHours})
   WHERE tenant_id = current_tenant() AND state = 'running' AND leased_until < now() AND attempts >= ${attempts}
   RETURNING id, user_id`,
);

/** What its day is over for goes, bytes and all; what has killed its worker each time is given up. */
export async function sweepExports(tx: Tx): Promise<void> {
  for (const statement of [sweep, giveUp])
    for (const { id, user_id } of await tx.rows<{ id: number; user_id: number }>(statement))
      tx.emit("export.changed", userStream(user_id), { id, state: "over" });
}

async function tell(tx: Tx, userId: number, of: ExportKind, kind: "export.ready" | "export.failed"): Promise<void> {
  const path = of === "person" ? "/profile/data" : "/settings/organization";
  const about = { path, subject: "", taskId: null, projectId: null, values: {} };
  const people = [{ id: userId, reason: null }];
  await tellPeople(tx, { eventId: null, sender: null, atOnce: true }, [{ kind, people, ...about }]);
}
