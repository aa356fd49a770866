import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { fileCookie, tokenHash } from "../platform/session";
import { sql, type Tx } from "../platform/unit-of-work";
import { sessionLifetime } from "./session-use";

const insert = sql(
  "session.insert",
  `INSERT INTO session (tenant_id, user_id, token_hash, file_hash, remember, user_agent, expires_at)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, now() + $6::interval) RETURNING id`,
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
  input: { userId: number; remember: boolean; userAgent: string | undefined },
): Promise<NewSession> {
  const token = newToken();
  const fileToken = newToken();
  const row = await tx.one<{ id: number }>(insert, [
    input.userId,
    tokenHash(token),
    tokenHash(fileToken),
    input.remember,
    readable(input.userAgent),
    input.remember ? sessionLifetime.remembered : sessionLifetime.short,
  ]);
  return { id: (row as { id: number }).id, token, fileToken };
}

function readable(userAgent: string | undefined): string | null {
  return userAgent?.replace(/[^\x20-\x7E]/g, "").slice(0, 300) || null;
}

/**
 * The cookie that lets `<img>` load files: good for `GET /files` alone, out of reach for scripts and for other sites.
 * How long it counts is the session's affair, on the server.
 */
export function setFileCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  fileToken: string,
  remember: boolean,
): void {
  const parts = [`${fileCookie}=${fileToken}`, "Path=/files", "HttpOnly", "SameSite=Strict"];
  if (remember) parts.push(`Max-Age=${400 * 86_400}`);
  if (request.protocol === "https") parts.push("Secure");
  reply.header("set-cookie", parts.join("; "));
}

export function clearFileCookie(reply: FastifyReply): void {
  reply.header("set-cookie", `${fileCookie}=; Path=/files; HttpOnly; SameSite=Strict; Max-Age=0`);
}
