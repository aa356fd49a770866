import { readFile, statfs } from "node:fs/promises";
import { resolve } from "node:path";
import type { DataSource } from "typeorm";
import { healthProblemsOf } from "../../../shared/operations/operator/health.rules";
import type { OperatorLogEntry, Overview } from "../../../shared/operations/operator/overview.contract";
import { listParkedEvents } from "../../administration/audit/audit-changes.service";
import type { Config } from "../../config";
import { readTenants } from "../../platform/database/read-tenants";
import { queryRows, sharedSql } from "../../platform/database/statements";
import { sql } from "../../platform/database/unit-of-work";
import { type MetricValue, readMetrics } from "../../platform/http/metrics";
import { listBackups } from "../backup/backup-catalogue";
import { openBackupStore } from "../backup/open-backup-store";
import { isUnconfirmed } from "../restore/restore";
import { readRequest } from "../restore/restore-request";
import { inTenant } from "./parked-events.service";

const selectDatabase = sharedSql(
  "overview.database",
  `SELECT current_setting('server_version') AS postgres, pg_database_size(current_database()) AS size,
          (SELECT count(*)::int FROM migration) AS migrations,
          (SELECT name::text FROM migration ORDER BY timestamp DESC, id DESC LIMIT 1) AS migration, now() AS now`,
);
const selectProcesses = sharedSql(
  "overview.processes",
  `SELECT application_name AS name, count(*)::int AS connections, min(backend_start) AS since FROM pg_stat_activity
   WHERE datname = current_database() AND application_name <> '' GROUP BY application_name ORDER BY application_name`,
);
const selectScheduleRuns = sharedSql(
  "overview.schedules",
  `SELECT name, begun_at, ended_at, every_seconds, error FROM schedule_run ORDER BY error IS NULL, name`,
);
const selectTenantIds = sharedSql(
  "overview.tenants",
  "SELECT DISTINCT tenant_id AS id FROM tenant_domain ORDER BY tenant_id",
);
// Each condition has its own index.
const selectBacklog = sql(
  "overview.backlog",
  `SELECT t.id, t.name, (SELECT count(*)::int FROM domain_event e WHERE e.tenant_id = t.id AND e.parked_at IS NOT NULL) AS parked,
          (SELECT extract(epoch FROM now() - min(e.at))::float8 FROM domain_event e
           WHERE e.tenant_id = t.id AND e.processed_at IS NULL AND e.parked_at IS NULL) AS oldest
   FROM tenant t WHERE t.id = current_tenant()`,
);

/** Maximum number of calls listed as slow or failed. */
const mostCalls = 12;
const mostBackups = 7;

export interface OverviewSources {
  owner: DataSource;
  config: Pick<Config, "dataDir" | "backup" | "databaseUrl">;
  failures(): number;
}

export async function readInstallationOverview({ owner, config, failures }: OverviewSources): Promise<Overview> {
  const [product, facts, connected, runs, metrics, disk, backups, waiting] = await Promise.all([
    readFile(resolve("package.json"), "utf8").then((text) => (JSON.parse(text) as { version: string }).version),
    queryRows<{ postgres: string; size: number; migrations: number; migration: string; now: Date }>(
      owner,
      selectDatabase,
    ),
    queryRows<{ name: string; connections: number; since: Date | null }>(owner, selectProcesses),
    queryRows<ScheduleRow>(owner, selectScheduleRuns),
    readMetrics(),
    statfs(config.dataDir).then(({ bavail, blocks, bsize }) => ({ free: bavail * bsize, total: blocks * bsize })),
    openBackupStore(config).then(listBackups),
    readBacklog(owner),
  ]);
  const { postgres, size, migrations, migration, now } = facts[0] as (typeof facts)[number];
  const gauge = (name: string) => metrics.get(name)?.[0]?.value ?? null;
  const uptimeSeconds = Math.round(process.uptime());
  const queue = { waiting: gauge("portal_events_waiting"), oldest_seconds: waiting.oldest };
  return {
    problems: healthProblemsOf({
      now,
      uptimeSeconds,
      disk,
      queue,
      parked: waiting.parked.length,
      schedules: runs.map((run) => ({ ...run, last: run.begun_at.toISOString() })),
      backups,
      restore: { requested: readRequest(config.dataDir) !== null, unconfirmed: isUnconfirmed(config) },
      failures: failures(),
    }),
    versions: { product, node: process.versions.node, postgres, migrations, migration },
    server: {
      uptime_seconds: uptimeSeconds,
      memory_bytes: process.memoryUsage.rss(),
      sockets: gauge("portal_sockets"),
    },
    processes: connected.map(({ since, ...rest }) => ({ ...rest, since: since?.toISOString() ?? null })),
    queue,
    parked: waiting.parked,
    schedules: runs.map(presentRun),
    disk: { ...disk, database: size },
    backups: backups.slice(0, mostBackups),
    slow: slowCalls(metrics),
    errors: failedCalls(metrics),
  };
}

interface ScheduleRow {
  name: string;
  begun_at: Date;
  ended_at: Date;
  every_seconds: number | null;
  error: string | null;
}

const presentRun = ({ name, begun_at, ended_at, every_seconds, error }: ScheduleRow) => ({
  name,
  last: begun_at.toISOString(),
  seconds: Math.round((ended_at.getTime() - begun_at.getTime()) / 100) / 10,
  next: every_seconds === null ? null : new Date(begun_at.getTime() + every_seconds * 1_000).toISOString(),
  error,
});

interface Backlog {
  id: number;
  name: string;
  parked: number;
  /** Age of the oldest unprocessed event in seconds. */
  oldest: number | null;
}

async function readBacklog(owner: DataSource) {
  const ids = (await queryRows<{ id: number }>(owner, selectTenantIds)).map(({ id }) => id);
  const backlogs = await readTenants<Backlog>(owner, ids, selectBacklog);
  const ages = backlogs.flatMap((backlog) => backlog.oldest ?? []);
  const parked: Overview["parked"] = [];
  for (const { id, name } of backlogs.filter((backlog) => backlog.parked > 0)) {
    const events = await inTenant(owner, id, (tx) => listParkedEvents(tx));
    parked.push(...events.map((event) => ({ ...event, tenant_id: id, tenant: name })));
  }
  return { parked, oldest: ages.length > 0 ? Math.round(Math.max(...ages)) : null };
}

type Metrics = ReadonlyMap<string, readonly MetricValue[]>;

function slowCalls(metrics: Metrics): Overview["slow"] {
  const byCall = new Map<string, { count: number; sum: number; within: number }>();
  for (const { name, labels, value } of metrics.get("http_request_duration_seconds") ?? []) {
    const call = callOf(labels);
    const entry = byCall.get(call) ?? { count: 0, sum: 0, within: 0 };
    if (name?.endsWith("_count")) entry.count = value;
    else if (name?.endsWith("_sum")) entry.sum = value;
    else if (labels["le"] === 1) entry.within = value;
    byCall.set(call, entry);
  }
  return [...byCall]
    .map(([call, { count, sum, within }]) => ({
      call,
      count,
      average_ms: Math.round((sum / Math.max(1, count)) * 1_000),
      above_second: count - within,
    }))
    .filter(({ above_second }) => above_second > 0)
    .toSorted((a, b) => b.above_second - a.above_second || b.average_ms - a.average_ms)
    .slice(0, mostCalls);
}

/** Routine refusals. Conflicts and failures, in contrast, show which problems users have. */
const everyday = new Set([401, 404]);

function failedCalls(metrics: Metrics): Overview["errors"] {
  return (metrics.get("http_requests_total") ?? [])
    .map(({ labels, value }) => ({ call: callOf(labels), status: Number(labels["status"]), count: value }))
    .filter(({ status }) => status >= 400 && !everyday.has(status))
    .toSorted((a, b) => Number(b.status >= 500) - Number(a.status >= 500) || b.count - a.count)
    .slice(0, mostCalls);
}

const callOf = ({ method, route }: MetricValue["labels"]): string => `${method} ${route}`;

const selectOperatorLog = sharedSql(
  "operatorLog.read",
  "SELECT id, at, email, action, detail->>'about' AS about FROM operator_log ORDER BY id DESC LIMIT 100",
);

export async function readLog(owner: DataSource): Promise<OperatorLogEntry[]> {
  const rows = await queryRows<Omit<OperatorLogEntry, "at" | "action"> & { at: Date; action: string }>(
    owner,
    selectOperatorLog,
  );
  return rows.map((row) => ({ ...row, action: row.action as OperatorLogEntry["action"], at: row.at.toISOString() }));
}
