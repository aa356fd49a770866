import type { FastifyReply } from "fastify";
import type { Unit } from "../platform/http/serve/serve-in-steps";
import type { Platform } from "../platform/platform";
import { mailAfterAnswer } from "./account-mail";
import { invitationMail } from "./account-mails";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { tokenHash } from "../platform/session";
import { newToken } from "./session-tokens";

/** How long the link of an invitation sets a password. */
const invitationHours = 72;

const revoke = sql(
  "invitation.revoke",
  `UPDATE password_reset SET used_at = now()
   WHERE tenant_id = current_tenant() AND user_id = $1 AND purpose = 'invitation' AND used_at IS NULL RETURNING id`,
);
const add = sql(
  "invitation.add",
  `WITH noted AS (UPDATE app_user SET invited_at = now() WHERE tenant_id = current_tenant() AND id = $1)
   INSERT INTO password_reset (tenant_id, user_id, token_hash, expires_at, purpose)
   VALUES (current_tenant(), $1, $2, now() + make_interval(hours => $3), 'invitation')`,
);

/** A link that sets a password, once, within three days; earlier ones are good for nothing any more. @returns its token. */
export async function makeInvitation(tx: Tx, userId: number): Promise<string> {
  await revokeInvitations(tx, userId);
  const token = newToken();
  await tx.rows(add, [userId, tokenHash(token), invitationHours]);
  return token;
}

/** @returns whether there was one. */
export async function revokeInvitations(tx: Tx, userId: number): Promise<boolean> {
  return (await tx.rows(revoke, [userId])).length > 0;
}

const mark = sql(
  "invitation.mark",
  "UPDATE app_user SET invited_at = now() WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

/** They have no password of their own yet, and no link: one is sent when somebody asks for it. */
export async function markInvited(tx: Tx, userIds: readonly number[]): Promise<void> {
  if (userIds.length > 0) await tx.rows(mark, [userIds]);
}

/** Writes to whoever was invited, when the answer has left. */
export function mailInvitation(
  platform: Platform,
  from: { unit: Unit; reply: FastifyReply },
  userId: number,
  token: string,
): void {
  mailAfterAnswer(platform, from, { userId }, invitationMail(token, invitationHours));
}

/** The first password of somebody invited: nobody ever learns it. */
export const unknownPassword = (): string => newToken();
