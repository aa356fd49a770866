import { type ApiToken, type apiTokenSchema, maxApiTokens } from "../../../shared/identity/session/api-token.contract";
import { projectPermissions } from "../../../shared/kernel/permissions";
import { Problem } from "../../../shared/kernel/problems";
import type { Scope } from "../../../shared/kernel/scopes";
import type { InferType } from "yup";
import { type Actor, apiTokenPrefix, tokenHash } from "../../platform/session";
import { logSecurity } from "../../platform/security-log";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { requireConfirmed } from "./second-factor.service";
import { newToken } from "./session-tokens";

interface Row extends Pick<ApiToken, "id" | "name" | "scopes"> {
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
}

const columns = "id, name, scopes, created_at, expires_at, last_used_at";

const selectTokensOfPerson = sql(
  "apiToken.ofPerson",
  `SELECT ${columns} FROM api_token
   WHERE tenant_id = current_tenant() AND user_id = $1 AND expires_at > now() - interval '30 days' ORDER BY id DESC`,
);
/** No lock is needed for the count: `requireConfirmed` locks the user, so that concurrent calls can't exceed the limit. */
const countOpen = sql(
  "apiToken.countOpen",
  `SELECT count(*)::int AS count FROM api_token
   WHERE tenant_id = current_tenant() AND user_id = $1 AND expires_at > now()`,
);
const insertToken = sql(
  "apiToken.insert",
  `INSERT INTO api_token (tenant_id, user_id, name, token_hash, scopes, expires_at)
   VALUES (current_tenant(), $1, $2, $3, $4, now() + make_interval(days => $5)) RETURNING ${columns}`,
);
const deleteToken = sql(
  "apiToken.delete",
  "DELETE FROM api_token WHERE tenant_id = current_tenant() AND id = $1 AND user_id = $2 RETURNING id",
);
const deleteAllTokens = sql(
  "apiToken.deleteAll",
  "DELETE FROM api_token WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING id",
);

const present = ({ created_at, expires_at, last_used_at, ...row }: Row): ApiToken => ({
  ...row,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

export async function apiTokensOf(tx: Tx, actor: Actor): Promise<ApiToken[]> {
  return (await tx.rows<Row>(selectTokensOfPerson, [actor.id])).map(present);
}

/** Scopes that a user may grant to a token: the user's own permissions, and all project permissions. */
export const grantableScopesOf = ({ permissions }: Pick<Actor, "permissions">): ReadonlySet<Scope> =>
  new Set<Scope>([...permissions, ...projectPermissions]);

/**
 * Creates a token and returns it. It can't be read again, because only its hash is stored.
 * @throws Problem 403 `session.confirmFirst` without a recent password confirmation; 422 for permissions that the user lacks; 409 above
 *   `maxApiTokens`.
 */
export async function createApiToken(
  tx: Tx,
  actor: Actor,
  { name, scopes, days }: InferType<typeof apiTokenSchema>,
): Promise<ApiToken & { token: string }> {
  await requireConfirmed(tx, actor);
  const own = grantableScopesOf(actor);
  if (!scopes.every((scope) => own.has(scope))) {
    throw new Problem("request.invalid", { errors: { scopes: ["apiToken.notHeld"] } });
  }
  const open = await tx.one<{ count: number }>(countOpen, [actor.id]);
  if ((open?.count ?? 0) >= maxApiTokens) throw new Problem("apiToken.limit");
  const token = apiTokenPrefix + newToken();
  const row = await tx.one<Row>(insertToken, [actor.id, name, tokenHash(token), [...new Set(scopes)], days]);
  logSecurity(tx, { kind: "api_token_created", facts: { count: scopes.length } });
  return { ...present(row as Row), token };
}

export async function revokeApiToken(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (!(await tx.one(deleteToken, [id, actor.id]))) throw new Problem("notFound");
  logSecurity(tx, { kind: "api_token_ended", facts: { count: 1 } });
}

/** Revokes all tokens of a user, because an intruder may have created one. */
export async function revokeAllApiTokens(tx: Tx, userId: number): Promise<void> {
  const ended = await tx.rows(deleteAllTokens, [userId]);
  if (ended.length > 0) logSecurity(tx, { kind: "api_token_ended", userId, facts: { count: ended.length } });
}
