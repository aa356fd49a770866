import { randomBytes } from "node:crypto";
import type { FastifyReply } from "fastify";
import { cookieText } from "../platform/http/cookies";
import { fileCookie, filePath, tokenHash } from "../platform/session";
import { logSecurity } from "../platform/security-log";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { userStream } from "../../shared/kernel/events";
import { sessionEnd, sessionLifetime } from "./session-use";

const insert = sql(
  "session.insert",
  `INSERT INTO session (tenant_id, user_id, token_hash, file_hash, remember, user_agent, expires_at, ends_at, sign_on)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, now() + $6::interval, now() + $7::interval, $8) RETURNING id`,
);

/** Nobody works at more places at once; whoever collects sessions ends the ones that were used longest ago. */
export const sessionsAtMost = 20;

// Two who sign in at once as the same person count one after the other.
const lockPerson = sql(
  "session.lockPerson",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);
const endOldest = sql(
  "session.endOldest",
  `DELETE FROM session WHERE tenant_id = current_tenant() AND user_id = $1 AND id IN (
     SELECT id FROM session WHERE tenant_id = current_tenant() AND user_id = $1
     ORDER BY (id = $2) DESC, expires_at > now() DESC, last_used_at DESC, id DESC OFFSET $3) RETURNING id`,
);

/** 256 bits. */
export const newToken = (): string => randomBytes(32).toString("base64url");

export interface NewSession {
  id: number;
  token: string;
  fileToken: string;
}

/** Only the hashes are stored: the tokens exist here, and in the browser. */
export async function createSession(
  tx: Tx,
  input: { userId: number; remember: boolean; userAgent: string | undefined; signOn?: boolean },
): Promise<NewSession> {
  await tx.rows(lockPerson, [input.userId]);
  const token = newToken();
  const fileToken = newToken();
  const row = await tx.one<{ id: number }>(insert, [
    input.userId,
    tokenHash(token),
    tokenHash(fileToken),
    input.remember,
    readable(input.userAgent),
    input.remember ? sessionLifetime.remembered : sessionLifetime.short,
    input.remember ? sessionEnd.remembered : sessionEnd.short,
    input.signOn ?? false,
  ]);
  const { id } = row as { id: number };
  const ended = await tx.rows<{ id: number }>(endOldest, [input.userId, id, sessionsAtMost]);
  if (ended.length > 0) {
    tx.emit("session.ended", userStream(input.userId), { session_ids: ended.map((session) => session.id) });
    logSecurity(tx, { kind: "session_ended", userId: input.userId, facts: { count: ended.length } });
  }
  return { id, token, fileToken };
}

function readable(userAgent: string | undefined): string | null {
  return userAgent?.replace(/[^\x20-\x7E]/g, "").slice(0, 300) || null;
}

/**
 * The cookie that lets `<img>` load files: good for `GET /files` alone, out of reach for scripts and for other sites.
 * How long it counts is the session's affair, on the server.
 */
export function setFileCookie(reply: FastifyReply, fileToken: string, remember: boolean, secure: boolean): void {
  const kept = remember ? { maxAge: 400 * 86_400 } : {};
  reply.header("set-cookie", cookieText({ name: fileCookie, value: fileToken, path: filePath, ...kept }, secure));
}

/** Both names: it may have been set before https was. */
export function clearFileCookie(reply: FastifyReply): void {
  const gone = { name: fileCookie, value: "", path: filePath, maxAge: 0 };
  for (const secure of [false, true]) reply.header("set-cookie", cookieText(gone, secure));
}
