import type { ArchiveRun } from "../../../shared/requests/finance/finance-settings.contract";
import { userStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { readArchiveRun } from "../../../shared/requests/finance/finance-settings.contract";
import type { Actor } from "../../platform/session";
import { requestChangeKey } from "../../approvals/approvals/approvals.events";
import { personOrNull } from "../../platform/database/person-json";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { canSeeAllRequests } from "../../approvals/approvals/request-readers.policy";
import { financeColumns, type FinanceRow, financeTables } from "./finance.sql";
import { permissionHolderIds, financeEventPayload } from "./finance.events";

// SQL condition: the request is due for archiving, that is paid, settled where required, and older than the archiving period. Tenants may
// have no settings row.
const isDue = `f.tenant_id = current_tenant() AND f.status = 'paid'
  AND f.archive_from <= tenant_today() - COALESCE((SELECT archive_days FROM finance_settings WHERE tenant_id = current_tenant()), 30)`;

const countArchivable = sql(
  "archive.counts",
  `SELECT count(*) FILTER (WHERE f.settled IS NOT FALSE)::int AS due, count(*) FILTER (WHERE f.settled IS FALSE)::int AS unsettled,
     (tenant_today() - COALESCE((SELECT archive_days FROM finance_settings WHERE tenant_id = current_tenant()), 30))::text AS "paidUntil"
   FROM finance_request f WHERE ${isDue}`,
);

interface Counts {
  due: number;
  unsettled: number;
  paidUntil: string;
}

const runColumns = `a.id, a.state, a.due, a.moved, a.unsettled, a.started_at AS "startedAt", a.finished_at AS "finishedAt",
  ${personOrNull("u")} AS "startedBy"`;
const selectLatestRun = sql(
  "archive.latest",
  `SELECT ${runColumns} FROM finance_archive_run a LEFT JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.started_by
   WHERE a.tenant_id = current_tenant() ORDER BY a.id DESC LIMIT 1`,
);
const selectLatestArchived = sql(
  "archive.lastMoved",
  `SELECT id, code AS number, title, paid_on::text AS paid_on FROM finance_request
   WHERE tenant_id = current_tenant() AND status = 'archived' AND archived_at >= $1 ORDER BY archived_at DESC, id LIMIT 5`,
  { notNull: ["number"] },
);

interface RunRow {
  id: number;
  state: ArchiveRun["state"];
  due: number;
  moved: number;
  unsettled: number;
  startedAt: Date;
  finishedAt: Date | null;
  startedBy: ArchiveRun["started_by"];
}

type ArchivedRequests = ArchiveRun["latest"];

const presentRun = (run: RunRow, latestArchived: ArchivedRequests): Omit<ArchiveRun, "can"> => ({
  id: run.id,
  state: run.state,
  started_by: run.startedBy,
  started_at: run.startedAt.toISOString(),
  finished_at: run.finishedAt?.toISOString() ?? null,
  due: run.due,
  moved: run.moved,
  unsettled: run.unsettled,
  latest: latestArchived,
});

async function latestRun(tx: Tx): Promise<Omit<ArchiveRun, "can"> | null> {
  const run = await tx.one<RunRow>(selectLatestRun);
  return run ? presentRun(run, await tx.rows<ArchivedRequests[number]>(selectLatestArchived, [run.startedAt])) : null;
}

const withCan = (run: Omit<ArchiveRun, "can">): ArchiveRun => ({ ...run, can: { stop: run.state === "running" } });
const selectLastCheck = sql(
  "archive.checkedAt",
  `SELECT checked_at AS at FROM finance_settings WHERE tenant_id = current_tenant()`,
);

/** The archived requests are listed only for users who see all requests. */
const runFor = (actor: Pick<Actor, "permissions"> | null, run: Omit<ArchiveRun, "can">): ArchiveRun =>
  withCan(actor && canSeeAllRequests(actor, "finance") ? run : { ...run, latest: [] });

export async function readArchiveState(tx: Tx, actor: Actor): Promise<ReplyOf<typeof readArchiveRun>["data"]> {
  const { due, unsettled, paidUntil } = (await tx.one<Counts>(countArchivable)) as Counts;
  const run = await latestRun(tx);
  const at = (await tx.one<{ at: Date | null }>(selectLastCheck))?.at ?? null;
  return {
    due,
    unsettled,
    paid_until: paidUntil,
    checked_at: at?.toISOString() ?? null,
    run: run && runFor(actor, run),
  };
}

const insertRun = sql(
  "archive.open",
  `INSERT INTO finance_archive_run (tenant_id, started_by, due, unsettled) VALUES (current_tenant(), $1, $2, $3)
   ON CONFLICT (tenant_id) WHERE state = 'running' DO NOTHING RETURNING id`,
);

/** Starts a run unless one is active, and returns the active one. The worker does the archiving. */
export async function startArchiveRun(tx: Tx, actor: Pick<Actor, "id" | "permissions"> | null): Promise<ArchiveRun> {
  const { due, unsettled } = (await tx.one<Counts>(countArchivable)) as Counts;
  const begun = await tx.one(insertRun, [actor?.id ?? null, due, unsettled]);
  const run = (await latestRun(tx)) as Omit<ArchiveRun, "can">;
  if (begun) await emitRun(tx, run);
  return runFor(actor, run);
}

/** Emitted without the archived requests; screens reload the run. */
async function emitRun(tx: Tx, run: Omit<ArchiveRun, "can">): Promise<void> {
  for (const id of await permissionHolderIds(tx, ["payment-settings"]))
    tx.emit("archive_run.updated", userStream(id), { ...run, latest: [] });
}

const markStopWanted = sql(
  "archive.wantStop",
  `UPDATE finance_archive_run SET stop_wanted = true WHERE tenant_id = current_tenant() AND id = $1 AND state = 'running' RETURNING id`,
);
const selectRun = sql(
  "archive.exists",
  `SELECT id FROM finance_archive_run WHERE tenant_id = current_tenant() AND id = $1`,
);

/**
 * Stops a run; it ends after its current batch.
 * @throws Problem 404; 409 when the run has ended.
 */
export async function stopArchiveRun(tx: Tx, id: number): Promise<void> {
  if (await tx.one(markStopWanted, [id])) return;
  throw new Problem((await tx.one(selectRun, [id])) ? "request.wrongState" : "notFound");
}

const lockRun = sql(
  "archive.lockRun",
  `SELECT id, stop_wanted AS "stopWanted" FROM finance_archive_run
   WHERE tenant_id = current_tenant() AND state = 'running' FOR UPDATE`,
);
// Skips requests that are locked by other transactions; the next batch or run takes them.
const takeDue = sql(
  "archive.takeDue",
  `SELECT ${financeColumns} FROM ${financeTables}
   WHERE r.tenant_id = current_tenant() AND r.id IN (
     SELECT f.id FROM finance_request f WHERE ${isDue} AND f.settled IS NOT FALSE ORDER BY f.archive_from, f.id LIMIT $1)
   ORDER BY f.archive_from, r.id FOR UPDATE OF r, f SKIP LOCKED`,
);
const updateStatusArchived = sql(
  "archive.these",
  `UPDATE request SET status = 'archived', version = version + 1, updated_at = now()
   WHERE tenant_id = current_tenant() AND id = ANY($1)`,
);
const updateArchivedAt = sql(
  "archive.putAway",
  `UPDATE finance_request SET archived_at = now() WHERE tenant_id = current_tenant() AND id = ANY($1)`,
);
const updateMovedCount = sql(
  "archive.count",
  `UPDATE finance_archive_run SET moved = moved + $2 WHERE tenant_id = current_tenant() AND id = $1`,
);
const updateRunState = sql(
  "archive.close",
  `UPDATE finance_archive_run SET state = $2, finished_at = now() WHERE tenant_id = current_tenant() AND id = $1`,
);

/**
 * Archives the next batch of the active run, in one transaction with the events, so that each request is moved exactly once. The lock on
 * the run serializes workers.
 * @returns whether more requests are due.
 */
export async function archiveBatch(tx: Tx, batchSize: number): Promise<boolean> {
  const run = await tx.one<{ id: number; stopWanted: boolean }>(lockRun);
  if (!run) return false;
  const due = run.stopWanted ? [] : await tx.rows<FinanceRow>(takeDue, [batchSize]);
  const ids = due.map(({ id }) => id);
  if (ids.length > 0) {
    await tx.rows(updateArchivedAt, [ids]);
    await tx.rows(updateStatusArchived, [ids]);
    await tx.rows(updateMovedCount, [run.id, ids.length]);
    for (const request of due) {
      const moved = { ...request, status: "archived" as const, version: request.version + 1 };
      tx.markChanged(requestChangeKey, request.id);
      tx.emit("request.archived", userStream(request.requesterId), financeEventPayload(moved));
    }
  } else {
    await tx.rows(updateRunState, [run.id, run.stopWanted ? "stopped" : "done"]);
  }
  await emitRun(tx, (await latestRun(tx)) as Omit<ArchiveRun, "can">);
  return ids.length > 0;
}

const recordCheck = sql(
  "archive.look",
  `INSERT INTO finance_settings AS s (tenant_id, version, checked_at) VALUES (current_tenant(), 0, now())
   ON CONFLICT (tenant_id) DO UPDATE SET checked_at = now()`,
);
const selectIsRunning = sql(
  "archive.running",
  `SELECT EXISTS (SELECT FROM finance_archive_run WHERE tenant_id = current_tenant() AND state = 'running') AS so`,
);

/**
 * Runs on a schedule: continues a run left by a dead worker, or starts one if requests are due.
 * @returns whether a run is active.
 */
export async function beginDueRun(tx: Tx): Promise<boolean> {
  await tx.rows(recordCheck);
  if ((await tx.one<{ so: boolean }>(selectIsRunning))?.so) return true;
  if (((await tx.one<Counts>(countArchivable))?.due ?? 0) === 0) return false;
  await startArchiveRun(tx, null);
  return true;
}
