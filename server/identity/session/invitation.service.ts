import type { FastifyReply } from "fastify";
import type { Config } from "../../config";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import type { Mail } from "../../platform/mail/mail";
import type { Platform } from "../../platform/platform";
import type { InvitationTime } from "../../../shared/identity/session/session.schema";
import { composeAccountMail, sendMailAfterResponse } from "./account-mail";
import { invitationMail } from "./account-mails";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { tokenHash } from "../../platform/session";
import { emitAccount } from "./session.slots";
import { newToken } from "./session-tokens";
import { sendWelcome } from "./welcome-notification";

const invitationHours = 72;

const updateInvitationsUsed = sql(
  "invitation.revoke",
  `UPDATE password_reset SET used_at = now()
   WHERE tenant_id = current_tenant() AND user_id = $1 AND purpose = 'invitation' AND used_at IS NULL RETURNING id`,
);
const updateUserInvited = sql(
  "invitation.invite",
  "UPDATE app_user SET invited_at = now(), invite_on_first_day = false WHERE tenant_id = current_tenant() AND id = $1",
);
const insertInvitation = sql(
  "invitation.add",
  `INSERT INTO password_reset (tenant_id, user_id, token_hash, expires_at, purpose)
   VALUES (current_tenant(), $1, $2, now() + make_interval(hours => $3), 'invitation')`,
);

/**
 * Creates a link that can be used once within three days to set a password; earlier links become invalid.
 * @returns the link's token.
 */
export async function createInvitation(tx: Tx, userId: number): Promise<string> {
  await tx.rows(updateUserInvited, [userId]); // locks the user before the links, like a password change
  await tx.rows(updateInvitationsUsed, [userId]);
  const token = newToken();
  await tx.rows(insertInvitation, [userId, tokenHash(token), invitationHours]);
  return token;
}

/**
 * Revokes open invitations and cancels a scheduled one.
 * @returns whether any invitation was open or scheduled.
 */
export async function revokeInvitations(tx: Tx, userId: number): Promise<boolean> {
  const waited = (await tx.rows(updateInvitationUnscheduled, [userId])).length > 0;
  return (await tx.rows(updateInvitationsUsed, [userId])).length > 0 || waited;
}

const updateInvitationAccepted = sql(
  "invitation.accept",
  `UPDATE app_user SET invited_at = NULL, invite_on_first_day = false
   WHERE tenant_id = current_tenant() AND id = $1 AND invited_at IS NOT NULL RETURNING id`,
);

/**
 * Ends the invitation of a user who signs in without its link: by single sign-on, or with a passkey after being rehired. Otherwise the user
 * would stay listed as invited, and the link could still replace the password.
 */
export async function acceptInvitation(tx: Tx, userId: number): Promise<void> {
  if (!(await tx.one(updateInvitationAccepted, [userId]))) return;
  await tx.rows(updateInvitationsUsed, [userId]);
  await emitAccount.filling(tx, "user.updated", userId);
  await sendWelcome(tx, userId);
}

const updateInvitationUnscheduled = sql(
  "invitation.unschedule",
  `UPDATE app_user SET invite_on_first_day = false
   WHERE tenant_id = current_tenant() AND id = $1 AND invite_on_first_day RETURNING id`,
);
const updateInvitationScheduled = sql(
  "invitation.schedule",
  `UPDATE app_user SET invited_at = now(), invite_on_first_day = true, password_hash = COALESCE($2, password_hash)
   WHERE tenant_id = current_tenant() AND id = $1 AND active RETURNING id`,
);

/**
 * Schedules the invitation for the first working day.
 * @param passwordHash replaces the password of a former employee, who could otherwise sign in before that day.
 */
export async function inviteOnFirstDay(tx: Tx, userId: number, passwordHash: string | null = null): Promise<void> {
  await tx.rows(updateInvitationScheduled, [userId, passwordHash]);
}

const selectFutureStart = sql(
  "invitation.startsLater",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND joined_on > tenant_today()",
);

/**
 * Invites a new user: on their first working day if `when` is `first_day` and that day is in the future, otherwise now.
 * @returns the token to mail now, or null.
 */
export async function inviteNewcomer(tx: Tx, userId: number, when: InvitationTime): Promise<string | null> {
  const later = when === "first_day" && (await tx.one(selectFutureStart, [userId])) !== undefined;
  if (!later) return createInvitation(tx, userId);
  await inviteOnFirstDay(tx, userId);
  return null;
}

const lockDueInvitation = sql(
  "invitation.due",
  `SELECT id FROM app_user WHERE tenant_id = current_tenant() AND invite_on_first_day AND active AND invited_at IS NOT NULL
     AND COALESCE(joined_on, tenant_today()) <= tenant_today() AND id > $1 ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
);

/**
 * Creates the scheduled invitation of the next user after `afterId` whose first working day has come. One at a time, so that a worker that
 * stops before sending the mail leaves the other users due.
 * @returns the user's id with the new token; undefined if nobody else is due.
 */
export async function claimDueInvitation(tx: Tx, afterId: number): Promise<{ id: number; token: string } | undefined> {
  const due = await tx.one<{ id: number }>(lockDueInvitation, [afterId]);
  return due && { id: due.id, token: await createInvitation(tx, due.id) };
}

const updateInvitationDueAgain = sql(
  "invitation.dueAgain",
  `UPDATE app_user SET invite_on_first_day = true
   WHERE tenant_id = current_tenant() AND id = $1 AND active AND invited_at IS NOT NULL`,
);

/** Makes an invitation due again whose mail was not sent, unless the user has signed in meanwhile. */
export async function retryInvitation(tx: Tx, userId: number): Promise<void> {
  await tx.rows(updateInvitationDueAgain, [userId]);
}

const updateInvitedAt = sql(
  "invitation.mark",
  "UPDATE app_user SET invited_at = now() WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

/** Marks users as invited who have neither a password nor a link; they get a link on request. */
export async function markInvited(tx: Tx, userIds: readonly number[]): Promise<void> {
  if (userIds.length > 0) await tx.rows(updateInvitedAt, [userIds]);
}

export function mailInvitation(
  platform: Platform,
  from: { unit: RunTransaction; reply: FastifyReply },
  userId: number,
  token: string,
): void {
  sendMailAfterResponse(platform, from, { userId }, invitationMail(token, invitationHours));
}

/** Composes an invitation outside of an HTTP call; null if the account was deleted. */
export const composeInvitation = (
  config: Config,
  unit: RunTransaction,
  userId: number,
  token: string,
): Promise<Mail | null> => composeAccountMail(config, unit, { userId }, invitationMail(token, invitationHours));

/** Initial random password of an invited user; it is never disclosed. */
export const randomPassword = (): string => newToken();
