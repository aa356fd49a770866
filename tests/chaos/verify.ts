import { isDeepStrictEqual } from "node:util";
import { boardFromReply, taskById } from "../../shared/work/tasks/tasks.board";
import type { BoardReply } from "../../shared/work/tasks/tasks.contract";
import type { BoardWatcher } from "../support/board-watcher";
import type { DatabaseSeeder } from "../support/seed";
import { waitUntil } from "../support/wait-until";
import type { AcknowledgedChanges } from "./load";

interface Claims {
  seed: DatabaseSeeder;
  tenantId: number;
  projectId: number;
  acknowledged: AcknowledgedChanges;
  /** Id of the assignee of all seeded tasks, who is notified of each comment. */
  readerId: number;
  watchers: readonly BoardWatcher[];
  read(): Promise<BoardReply>;
  readFile(url: string): Promise<string | null>;
}

const filesRead = 200;

interface LogRow {
  revision: number;
  type: string;
  id: number;
  version: number | null;
  task_status_id: number | null;
  rank: string | null;
}

export async function verifyConsistency(claims: Claims): Promise<string[]> {
  const faults: string[] = [];
  const fresh = boardFromReply(await claims.read());
  for (const [at, watcher] of claims.watchers.entries()) {
    await watcher.reaches(fresh.revision).catch((error) => faults.push(`screen ${at}: ${(error as Error).message}`));
    faults.push(...watcher.faults.splice(0).map((fault) => `screen ${at}: ${fault}`));
    if (!isDeepStrictEqual(watcher.board, fresh)) faults.push(`screen ${at} shows another board than a fresh read`);
  }
  const log = await readLog(claims);
  const gap = log.findIndex((event, at) => event.revision !== at + 1);
  if (gap >= 0) faults.push(`the log has a gap or a double at revision ${gap + 1}`);
  if (log.length !== fresh.revision) faults.push(`the board is at ${fresh.revision}, the log at ${log.length}`);
  faults.push(...missingChanges(claims.acknowledged, log, (id) => taskById(fresh, id) !== undefined));
  const ranks = fresh.columnIds.map((id) => (fresh.order[id] ?? []).map((task) => taskById(fresh, task)?.rank));
  if (ranks.some((column) => new Set(column).size !== column.length)) faults.push("two cards share a position");
  faults.push(...(await wrongRows(claims)));
  for (const [url, content] of [...claims.acknowledged.files].slice(-filesRead))
    if ((await claims.readFile(url)) !== content) faults.push(`the file ${url} was acknowledged and can't be read`);
  return faults;
}

async function readLog({ seed, tenantId, projectId }: Claims): Promise<LogRow[]> {
  const rows = await seed.rows<Record<keyof LogRow, string | null>>(
    `SELECT revision, type, data->>'id' AS id, data->>'version' AS version, data->>'task_status_id' AS task_status_id,
            data->>'rank' AS rank
     FROM domain_event WHERE tenant_id = $1 AND stream = $2 ORDER BY revision`,
    [tenantId, `project:${projectId}`],
  );
  const number = (text: string | null) => (text === null ? null : Number(text));
  return rows.map((row) => ({
    revision: Number(row.revision),
    type: String(row.type),
    id: Number(row.id),
    version: number(row.version),
    task_status_id: number(row.task_status_id),
    rank: row.rank,
  }));
}

function missingChanges(
  promised: AcknowledgedChanges,
  log: readonly LogRow[],
  onBoard: (id: number) => boolean,
): string[] {
  const acknowledged = new Map(
    log.filter((event) => event.type !== "comment.created").map((event) => [`${event.id}/${event.version}`, event]),
  );
  const lost: string[] = [];
  const rebalanced = log.some((event) => event.type === "column.rebalanced"); // gives new ranks without changing versions
  for (const [key, { task_status_id, rank }] of promised.moves) {
    const event = acknowledged.get(key);
    const untouched = event === undefined && key.endsWith("/1"); // dropped in its own slot: emits no event
    if (!untouched && (event?.task_status_id !== task_status_id || (event.rank !== rank && !rebalanced)))
      lost.push(`the move ${key} was acknowledged and is lost`);
  }
  for (const [title, id] of promised.tasks)
    if (!onBoard(id)) lost.push(`the task ${id} (${title}) was acknowledged and is lost`);
  return lost;
}

async function wrongRows({ seed, tenantId, acknowledged, readerId }: Claims): Promise<string[]> {
  const faults: string[] = [];
  const one = async (text: string, values: unknown[] = []) =>
    Number((await seed.rows<{ n: string }>(text, [tenantId, ...values]))[0]?.n);
  const waiting = () => one("SELECT count(*) AS n FROM domain_event WHERE tenant_id = $1 AND processed_at IS NULL");
  await waitUntil("every event is worked on", async () => (await waiting()) === 0, 20_000).catch(() => {});
  const left = await waiting();
  if (left > 0) faults.push(`${left} events are still waiting or parked`);
  const commentCount = await one("SELECT count(*) AS n FROM comment WHERE tenant_id = $1 AND id = ANY($2)", [
    [...acknowledged.comments],
  ]);
  if (commentCount !== acknowledged.comments.size)
    faults.push(`${acknowledged.comments.size - commentCount} acknowledged comments are lost`);
  const doubleTasks = await one(
    "SELECT count(*) AS n FROM (SELECT FROM task WHERE tenant_id = $1 AND title LIKE 'Made %' GROUP BY title HAVING count(*) > 1) AS t",
  );
  if (doubleTasks > 0) faults.push(`${doubleTasks} tasks were made twice`);
  const wrong = await one(
    `SELECT count(*) AS n FROM domain_event e WHERE e.tenant_id = $1 AND e.type = 'comment.created'
       AND (SELECT count(*) FROM notification_event n WHERE n.tenant_id = $1 AND n.event_id = e.id AND n.user_id = $2) <> 1`,
    [readerId],
  );
  if (wrong > 0) faults.push(`${wrong} comments were notified not at all or twice`);
  // A burst on one task results in one notification, which is emitted again with its count increased by one each time.
  const miscounted = await one(
    `SELECT count(*) AS n FROM notification n WHERE n.tenant_id = $1 AND n.count <> (
       SELECT count(*) FROM notification_event e WHERE e.tenant_id = $1 AND e.notification_id = n.id)`,
  );
  if (miscounted > 0) faults.push(`${miscounted} notifications count wrong`);
  const toldTwice = await one(
    `SELECT count(*) AS n FROM (SELECT FROM domain_event WHERE tenant_id = $1 AND type = 'notification.created'
       GROUP BY stream, data->>'id' HAVING count(*) > 1) AS t`,
  );
  if (toldTwice > 0) faults.push(`${toldTwice} notifications were pushed twice`);
  return faults;
}
