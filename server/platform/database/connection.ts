import { Socket } from "node:net";
import type pg from "pg";
import type { QueryRunner } from "typeorm";
import type { Actor } from "../../../shared/kernel/events";
import { deferRejection } from "../defer-rejection";

interface BeginOptions {
  tenantId: number;
  readOnly?: boolean;
  actor?: Actor | null;
}

/** Sends BEGIN and the tenant in one message, so that no statement can run between them. */
export async function beginTransaction(runner: QueryRunner, options: BeginOptions): Promise<pg.PoolClient> {
  const client = (await runner.connect()) as pg.PoolClient;
  const mode = options.readOnly ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN";
  const tenantId = Number(options.tenantId); // interpolated into SQL, so checked at run time as well
  if (!Number.isSafeInteger(tenantId)) throw new Error("No tenant");
  // If this fails, the first statement of the work fails too and reports the error.
  void deferRejection(client.query(`${mode}; SET LOCAL app.tenant_id = '${tenantId}'${actsAs(options.actor)}`));
  return client;
}

/** Sets the actor if it is known before the transaction begins; HTTP calls set it when the session is found. */
function actsAs(actor: Actor | null | undefined): string {
  if (!actor) return "";
  if (!Number.isSafeInteger(actor.id)) throw new Error("No actor");
  return `; SET LOCAL app.actor_id = '${actor.id}'`;
}

/**
 * Sends the writes of one event loop turn in one system call: writes to the database socket are the largest part of the CPU cost of moving
 * a task.
 */
export class CoalescingSocket extends Socket {
  constructor() {
    super();
    // Node.js resets `write` in `connect`.
    this.once("connect", () => (this.write = CoalescingSocket.prototype.write));
  }

  override write(chunk: string | Uint8Array, ...more: never[]): boolean {
    this.holdWrites();
    return super.write(chunk, ...(more as []));
  }

  override cork(): void {
    this.holdWrites();
    super.cork();
  }

  private holdWrites(): void {
    if (this.writableCorked > 0) return;
    super.cork();
    process.nextTick(() => this.uncork());
  }
}

export async function rollback(runner: QueryRunner): Promise<void> {
  try {
    await ((await runner.connect()) as pg.PoolClient).query("ROLLBACK");
  } catch {
    // The connection is lost, and the transaction with it.
  }
}
