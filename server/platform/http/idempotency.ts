import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { Problem } from "../../../shared/kernel/problems";
import type { RawJson } from "./serve/serve";
import { sql, type Tx } from "../database/unit-of-work";

const claim = sql(
  "idempotency.claim",
  `INSERT INTO idempotency_key (tenant_id, user_id, key, request_hash) VALUES (current_tenant(), $1, $2, $3)
   ON CONFLICT DO NOTHING RETURNING 1 AS claimed`,
);
const earlier = sql(
  "idempotency.earlier",
  `SELECT request_hash, reply FROM idempotency_key WHERE tenant_id = current_tenant() AND user_id = $1 AND key = $2`,
);
const store = sql(
  "idempotency.store",
  `UPDATE idempotency_key SET status = $3, reply = $4 WHERE tenant_id = current_tenant() AND user_id = $1 AND key = $2`,
);

/**
 * Honours `Idempotency-Key`: a request sent again gets the first one's answer and does nothing. The key is claimed in
 * the same transaction as the work, so a copy that arrives meanwhile waits for the first, and a failed one leaves no trace.
 * @throws Problem 422 when the key was used for something else.
 */
export async function replayOrRun<Answer extends object>(
  tx: Tx,
  request: FastifyRequest,
  userId: number,
  status: number,
  run: () => Promise<Answer | RawJson>,
): Promise<Answer | RawJson> {
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || key === "" || key.length > 200) return run();
  const hash = createHash("sha256")
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest();
  const claimed = await tx.one(claim, [userId, key, hash]);
  if (!claimed) {
    const first = await tx.one<{ request_hash: Buffer; reply: Answer | null }>(earlier, [userId, key]);
    if (!first?.reply || !first.request_hash.equals(hash)) throw new Problem("request.idempotencyKeyReused");
    return first.reply;
  }
  const answer = await run();
  const reply = JSON.stringify(answer);
  await tx.rows(store, [userId, key, status, reply]);
  await request.server.countKept(request, Buffer.byteLength(reply));
  return answer;
}
