import type { ArchiveRun } from "../../shared/finance/finance-settings.contract";
import { userStream } from "../../shared/kernel/events";
import { Problem } from "../../shared/kernel/problems";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { readArchiveRun } from "../../shared/finance/finance-settings.contract";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { seesAllFinance } from "./finance.policy";
import { financeColumns, type FinanceRow, financeTables } from "./finance.sql";
import { holdersOf, nameOf } from "./finance.tell";

// Paid, settled where that is needed, and the days are over. Ids of the tenant's settings are a row or none.
const isDue = `f.tenant_id = current_tenant() AND f.status = 'paid'
  AND f.archive_from <= tenant_today() - COALESCE((SELECT archive_days FROM finance_settings WHERE tenant_id = current_tenant()), 30)`;

const counts = sql(
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
  CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) END AS "startedBy"`;
const latest = sql(
  "archive.latest",
  `SELECT ${runColumns} FROM finance_archive_run a LEFT JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.started_by
   WHERE a.tenant_id = current_tenant() ORDER BY a.id DESC LIMIT 1`,
);
const lastMoved = sql(
  "archive.lastMoved",
  `SELECT id, code AS number, title, paid_on::text AS paid_on FROM finance_request
   WHERE tenant_id = current_tenant() AND status = 'archived' AND archived_at >= $1 ORDER BY archived_at DESC, id LIMIT 5`,
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

type Moved = ArchiveRun["latest"];

const presentRun = (run: RunRow, moved: Moved): Omit<ArchiveRun, "can"> => ({
  id: run.id,
  state: run.state,
  started_by: run.startedBy,
  started_at: run.startedAt.toISOString(),
  finished_at: run.finishedAt?.toISOString() ?? null,
  due: run.due,
  moved: run.moved,
  unsettled: run.unsettled,
  latest: moved,
});

async function latestRun(tx: Tx): Promise<Omit<ArchiveRun, "can"> | null> {
  const run = await tx.one<RunRow>(latest);
  return run ? presentRun(run, await tx.rows<Moved[number]>(lastMoved, [run.startedAt])) : null;
}

const withCan = (run: Omit<ArchiveRun, "can">): ArchiveRun => ({ ...run, can: { stop: run.state === "running" } });
const checked = sql(
  "archive.checkedAt",
  `SELECT checked_at AS at FROM finance_settings WHERE tenant_id = current_tenant()`,
);

/** Which requests it moved is told to who sees them in the list, too. */
const runFor = (actor: Pick<Actor, "permissions"> | null, run: Omit<ArchiveRun, "can">): ArchiveRun =>
  withCan(actor && seesAllFinance(actor) ? run : { ...run, latest: [] });

/** What is due now, and the latest run. */
export async function archiveState(tx: Tx, actor: Actor): Promise<ReplyOf<typeof readArchiveRun>["data"]> {
  const { due, unsettled, paidUntil } = (await tx.one<Counts>(counts)) as Counts;
  const run = await latestRun(tx);
  const at = (await tx.one<{ at: Date | null }>(checked))?.at ?? null;
  return {
    due,
    unsettled,
    paid_until: paidUntil,
    checked_at: at?.toISOString() ?? null,
    run: run && runFor(actor, run),
  };
}

const open = sql(
  "archive.open",
  `INSERT INTO finance_archive_run (tenant_id, started_by, due, unsettled) VALUES (current_tenant(), $1, $2, $3)
   ON CONFLICT (tenant_id) WHERE state = 'running' DO NOTHING RETURNING id`,
);

/** Begins a run, unless one is under way: then that one is it. The worker does the rest. */
export async function startArchiveRun(tx: Tx, actor: Pick<Actor, "id" | "permissions"> | null): Promise<ArchiveRun> {
  const { due, unsettled } = (await tx.one<Counts>(counts)) as Counts;
  const begun = await tx.one(open, [actor?.id ?? null, due, unsettled]);
  const run = (await latestRun(tx)) as Omit<ArchiveRun, "can">;
  if (begun) await tellRun(tx, run);
  return runFor(actor, run);
}

/** Screens read it anew: nobody is told here which requests it moved. */
async function tellRun(tx: Tx, run: Omit<ArchiveRun, "can">): Promise<void> {
  for (const id of await holdersOf(tx, ["payment-settings"]))
    tx.emit("archive_run.updated", userStream(id), { ...run, latest: [] });
}

const wantStop = sql(
  "archive.wantStop",
  `UPDATE finance_archive_run SET stop_wanted = true WHERE tenant_id = current_tenant() AND id = $1 AND state = 'running' RETURNING id`,
);
const exists = sql(
  "archive.exists",
  `SELECT id FROM finance_archive_run WHERE tenant_id = current_tenant() AND id = $1`,
);

/** After what it is moving now it ends. @throws Problem 404; 409 when it has ended. */
export async function stopArchiveRun(tx: Tx, id: number): Promise<void> {
  if (await tx.one(wantStop, [id])) return;
  throw new Problem((await tx.one(exists, [id])) ? "request.wrongState" : "notFound");
}

const lockRun = sql(
  "archive.lockRun",
  `SELECT id, stop_wanted AS "stopWanted" FROM finance_archive_run
   WHERE tenant_id = current_tenant() AND state = 'running' FOR UPDATE`,
);
// Whoever is being written to at this moment is left for the next run.
const takeDue = sql(
  "archive.takeDue",
  `SELECT ${financeColumns} FROM ${financeTables}
   WHERE r.tenant_id = current_tenant() AND r.id IN (
     SELECT f.id FROM finance_request f WHERE ${isDue} AND f.settled IS NOT FALSE ORDER BY f.archive_from, f.id LIMIT $1)
   ORDER BY f.archive_from, r.id FOR UPDATE OF r, f SKIP LOCKED`,
);
const archiveThese = sql(
  "archive.these",
  `UPDATE request SET status = 'archived', version = version + 1, updated_at = now()
   WHERE tenant_id = current_tenant() AND id = ANY($1)`,
);
const putAway = sql(
  "archive.putAway",
  `UPDATE finance_request SET archived_at = now() WHERE tenant_id = current_tenant() AND id = ANY($1)`,
);
const count = sql(
  "archive.count",
  `UPDATE finance_archive_run SET moved = moved + $2 WHERE tenant_id = current_tenant() AND id = $1`,
);
const close = sql(
  "archive.close",
  `UPDATE finance_archive_run SET state = $2, finished_at = now() WHERE tenant_id = current_tenant() AND id = $1`,
);

/**
 * The next few of the run that is under way, in one transaction with their events: whatever falls down meanwhile, each is
 * moved once, with one event, or not yet. The run's row is locked: of two workers the second finds what the first left.
 * @returns whether there is more to do.
 */
export async function archiveSome(tx: Tx, atOnce: number): Promise<boolean> {
  const run = await tx.one<{ id: number; stopWanted: boolean }>(lockRun);
  if (!run) return false;
  const due = run.stopWanted ? [] : await tx.rows<FinanceRow>(takeDue, [atOnce]);
  const ids = due.map(({ id }) => id);
  if (ids.length > 0) {
    await tx.rows(putAway, [ids]);
    await tx.rows(archiveThese, [ids]);
    await tx.rows(count, [run.id, ids.length]);
    for (const request of due) {
      const moved = { ...request, status: "archived" as const, version: request.version + 1 };
      tx.emit("request.archived", userStream(request.requesterId), nameOf(moved));
    }
  } else {
    await tx.rows(close, [run.id, run.stopWanted ? "stopped" : "done"]);
  }
  await tellRun(tx, (await latestRun(tx)) as Omit<ArchiveRun, "can">);
  return ids.length > 0;
}

const look = sql(
  "archive.look",
  `INSERT INTO finance_settings AS s (tenant_id, version, checked_at) VALUES (current_tenant(), 0, now())
   ON CONFLICT (tenant_id) DO UPDATE SET checked_at = now()`,
);
const running = sql(
  "archive.running",
  `SELECT EXISTS (SELECT FROM finance_archive_run WHERE tenant_id = current_tenant() AND state = 'running') AS so`,
);

/** By the clock: goes on with what a dead worker left, and begins a run where something is due. @returns whether there is one. */
export async function beginDueRun(tx: Tx): Promise<boolean> {
  await tx.rows(look);
  if ((await tx.one<{ so: boolean }>(running))?.so) return true;
  if (((await tx.one<Counts>(counts))?.due ?? 0) === 0) return false;
  await startArchiveRun(tx, null);
  return true;
}
