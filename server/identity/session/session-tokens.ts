import { elapsedDaySeconds } from "../../../shared/kernel/elapsed-time";
import { randomBytes } from "node:crypto";
import type { FastifyReply } from "fastify";
import { cookieText } from "../../platform/http/cookies";
import { fileCookie, filePath, tokenHash } from "../../platform/session";
import { logSecurity } from "../../platform/security-log";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { userStream } from "../../../shared/kernel/events";
import { maxSessionLifetime, idleSessionLifetime } from "./session-use";

const insertSession = sql(
  "session.insert",
  `INSERT INTO session (tenant_id, user_id, token_hash, file_hash, remember, user_agent, expires_at, ends_at, sign_on)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, now() + $6::interval, now() + $7::interval, $8) RETURNING id`,
);

/** Limit of sessions per user; above it, the least recently used sessions are ended. */
export const maxSessions = 20;

// Serializes concurrent sign-ins of a user, because each sign-in counts the user's sessions.
const lockPerson = sql(
  "session.lockPerson",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);
const deleteOldestSessions = sql(
  "session.endOldest",
  `DELETE FROM session WHERE tenant_id = current_tenant() AND user_id = $1 AND id IN (
     SELECT id FROM session WHERE tenant_id = current_tenant() AND user_id = $1
     ORDER BY (id = $2) DESC, expires_at > now() DESC, last_used_at DESC, id DESC OFFSET $3) RETURNING id`,
);

/** Creates a token with 256 random bits. */
export const newToken = (): string => randomBytes(32).toString("base64url");

export interface NewSession {
  id: number;
  token: string;
  fileToken: string;
}

/** Creates a session. Only hashes of its tokens are stored: the tokens exist only in the response and in the browser. */
export async function createSession(
  tx: Tx,
  input: { userId: number; remember: boolean; userAgent: string | undefined; signOn?: boolean },
): Promise<NewSession> {
  await tx.rows(lockPerson, [input.userId]);
  const token = newToken();
  const fileToken = newToken();
  const row = await tx.one<{ id: number }>(insertSession, [
    input.userId,
    tokenHash(token),
    tokenHash(fileToken),
    input.remember,
    readable(input.userAgent),
    input.remember ? idleSessionLifetime.remembered : idleSessionLifetime.short,
    input.remember ? maxSessionLifetime.remembered : maxSessionLifetime.short,
    input.signOn ?? false,
  ]);
  const { id } = row as { id: number };
  const ended = await tx.rows<{ id: number }>(deleteOldestSessions, [input.userId, id, maxSessions]);
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
 * Sets the cookie that lets `<img>` load files. It is sent only to `GET /files`, and scripts and other sites can't use it. On the server it
 * expires with the session.
 */
export function setFileCookie(reply: FastifyReply, fileToken: string, remember: boolean, secure: boolean): void {
  const lifetime = remember ? { maxAge: 400 * elapsedDaySeconds } : {};
  reply.header("set-cookie", cookieText({ name: fileCookie, value: fileToken, path: filePath, ...lifetime }, secure));
}

/** Clears the cookie under both names, because it may have been set before https was enabled. */
export function clearFileCookie(reply: FastifyReply): void {
  const clearedCookie = { name: fileCookie, value: "", path: filePath, maxAge: 0 };
  for (const secure of [false, true]) reply.header("set-cookie", cookieText(clearedCookie, secure));
}
