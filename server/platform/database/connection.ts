import type { Socket } from "node:net";
import type pg from "pg";
import type { QueryRunner } from "typeorm";
import type { Actor } from "../../../shared/kernel/events";
import { awaitedLater } from "../awaited-later";

interface Beginning {
  tenantId: number;
  readOnly?: boolean;
  actor?: Actor | null;
}

/** BEGIN and the tenant in one message: no statement can ever run between them. */
export async function open(runner: QueryRunner, options: Beginning): Promise<pg.PoolClient> {
  const client = (await runner.connect()) as pg.PoolClient;
  const mode = options.readOnly ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN";
  const tenantId = Number(options.tenantId); // a number by type; made sure of, since it isn't a parameter
  if (!Number.isSafeInteger(tenantId)) throw new Error("No tenant");
  coalesceWrites(client);
  // The first statement of the work fails with it, and reports.
  void awaitedLater(client.query(`${mode}; SET LOCAL app.tenant_id = '${tenantId}'${actsAs(options.actor)}`));
  // TypeORM must not open or close a transaction of its own inside ours.
  Object.assign(runner, { isTransactionActive: true });
  return client;
}

/** Whoever is known to act before the transaction begins; calls say it as they find whose session it is. */
function actsAs(actor: Actor | null | undefined): string {
  if (!actor) return "";
  if (!Number.isSafeInteger(actor.id)) throw new Error("No actor");
  return `; SET LOCAL app.actor_id = '${actor.id}'`;
}

/**
 * What is sent in one turn of the event loop leaves in one write: writes to the database's socket are the largest part of
 * what a move costs this process.
 */
export function coalesceWrites(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

export async function rollback(runner: QueryRunner): Promise<void> {
  try {
    await ((await runner.connect()) as pg.PoolClient).query("ROLLBACK");
  } catch {
    // The connection is gone, and the transaction with it.
  }
}
