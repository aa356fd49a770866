import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieText, cookieValue } from "../platform/http/cookies";
import { tokenHash } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { newToken } from "./session-tokens";

/** A browser is known by a cookie of its own, not by its address: people move about, and many share one. */
const deviceCookie = "portal_device";
const keptDays = 400;
/** Enough for anyone; whoever signs in at more is told of the oldest again. */
const devicesAtMost = 50;

const any = sql(
  "device.any",
  "SELECT 1 AS any FROM known_device WHERE tenant_id = current_tenant() AND user_id = $1 LIMIT 1",
);
const keep = sql(
  "device.keep",
  `INSERT INTO known_device (tenant_id, user_id, token_hash) VALUES (current_tenant(), $1, $2)
   ON CONFLICT (tenant_id, user_id, token_hash) DO UPDATE SET last_used_at = now()
   RETURNING (xmax = 0) AS fresh`,
);
const makeRoom = sql(
  "device.makeRoom",
  `DELETE FROM known_device WHERE tenant_id = current_tenant() AND user_id = $1 AND id NOT IN (
     SELECT id FROM known_device WHERE tenant_id = current_tenant() AND user_id = $1 ORDER BY last_used_at DESC, id DESC LIMIT $2)`,
);

/** The device's token: the one it has, or a new one. */
export function deviceOf(request: FastifyRequest): string {
  const given = cookieValue(request.headers.cookie, deviceCookie, "/");
  return given?.length === 43 ? given : newToken();
}

/**
 * Notes that a person signed in at a device.
 * @returns whether it is one they haven't signed in at before; the first of all is none that anybody need be told of.
 */
export async function noteDevice(tx: Tx, userId: number, device: string): Promise<boolean> {
  const before = await tx.one(any, [userId]);
  const row = await tx.one<{ fresh: boolean }>(keep, [userId, tokenHash(device)]);
  await tx.rows(makeRoom, [userId, devicesAtMost]);
  return before !== undefined && row?.fresh === true;
}

/** It opens nothing: it only says that this browser was here before. */
export function setDeviceCookie(reply: FastifyReply, device: string, secure: boolean): void {
  const cookie = { name: deviceCookie, value: device, path: "/", maxAge: keptDays * 86_400 };
  reply.header("set-cookie", cookieText(cookie, secure));
}
