import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { Problem } from "../../../shared/kernel/problems";
import type { RawJson } from "./serve/answers";
import { sql, type Tx } from "../database/unit-of-work";

const claimKey = sql(
  "idempotency.claim",
  `INSERT INTO idempotency_key (tenant_id, user_id, key, request_hash) VALUES (current_tenant(), $1, $2, $3)
   ON CONFLICT DO NOTHING RETURNING 1 AS claimed`,
);
const selectFirstReply = sql(
  "idempotency.earlier",
  `SELECT request_hash, reply FROM idempotency_key WHERE tenant_id = current_tenant() AND user_id = $1 AND key = $2`,
);
const updateReply = sql(
  "idempotency.store",
  `UPDATE idempotency_key SET status = $3, reply = $4 WHERE tenant_id = current_tenant() AND user_id = $1 AND key = $2`,
);

/**
 * Implements `Idempotency-Key`: a repeated request gets the first response and does nothing. The key is claimed in the same transaction as
 * the work, so a concurrent copy waits for the first, and a failed request leaves no key.
 * @throws Problem 422 when the key was used for a different request.
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
  const hash = hashOf(request);
  const claimed = await tx.one(claimKey, [userId, key, hash]);
  if (!claimed) {
    const first = await tx.one<{ request_hash: Buffer; reply: unknown }>(selectFirstReply, [userId, key]);
    if (!first?.reply || !first.request_hash.equals(hash)) throw new Problem("request.idempotencyKeyReused");
    return first.reply as Answer;
  }
  const answer = await run();
  const reply = JSON.stringify(answer);
  await tx.rows(updateReply, [userId, key, status, reply]);
  await request.server.countKept(request, Buffer.byteLength(reply));
  return answer;
}

/** Digest of what the request does. Files are part of it, because their content decides what an import writes. */
function hashOf({ method, url, body, uploads }: FastifyRequest): Buffer {
  const files = (uploads ?? []).map(({ field, name, bytes }) => [field, name, sha256(bytes).toString("base64")]);
  return sha256(JSON.stringify([method, url, body ?? null, ...files]));
}

const sha256 = (content: string | Buffer): Buffer => createHash("sha256").update(content).digest();
