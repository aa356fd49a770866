import { elapsedDaySeconds } from "../../../shared/kernel/elapsed-time";
import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieText, cookieValue } from "../../platform/http/cookies";
import { tokenHash } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { newToken } from "./session-tokens";

/** Name of the cookie by which browsers are recognized. IP addresses aren't used, because users move and many share an address. */
const deviceCookie = "portal_device";
const keptDays = 400;
/** Limit of devices per user; above it, the oldest device counts as new again. */
const maxDevices = 50;

const selectAnyDevice = sql(
  "device.any",
  "SELECT 1 AS any FROM known_device WHERE tenant_id = current_tenant() AND user_id = $1 LIMIT 1",
);
const upsertDevice = sql(
  "device.keep",
  `INSERT INTO known_device (tenant_id, user_id, token_hash) VALUES (current_tenant(), $1, $2)
   ON CONFLICT (tenant_id, user_id, token_hash) DO UPDATE SET last_used_at = now()
   RETURNING (xmax = 0) AS fresh`,
);
const deleteOldest = sql(
  "device.makeRoom",
  `DELETE FROM known_device WHERE tenant_id = current_tenant() AND user_id = $1 AND id NOT IN (
     SELECT id FROM known_device WHERE tenant_id = current_tenant() AND user_id = $1 ORDER BY last_used_at DESC, id DESC LIMIT $2)`,
);

export function deviceTokenOf(request: FastifyRequest): string {
  const cookieToken = cookieValue(request.headers.cookie, deviceCookie, "/");
  return cookieToken?.length === 43 ? cookieToken : newToken();
}

/**
 * Records a sign-in from a device.
 * @returns whether the user must be notified of a new device; false for the user's first device.
 */
export async function recordDevice(tx: Tx, userId: number, device: string): Promise<boolean> {
  const before = await tx.one(selectAnyDevice, [userId]);
  const row = await tx.one<{ fresh: boolean }>(upsertDevice, [userId, tokenHash(device)]);
  await tx.rows(deleteOldest, [userId, maxDevices]);
  return before !== undefined && row?.fresh === true;
}

/** Sets the device cookie, which grants no access and only identifies the browser. */
export function setDeviceCookie(reply: FastifyReply, device: string, secure: boolean): void {
  const cookie = { name: deviceCookie, value: device, path: "/", maxAge: keptDays * elapsedDaySeconds };
  reply.header("set-cookie", cookieText(cookie, secure));
}
