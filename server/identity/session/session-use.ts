import type { Logger } from "pino";
import type { Credentials } from "../../platform/session";
import { sql, type UnitOfWork } from "../../platform/database/unit-of-work";

/** Lifetime of a session after its last use. */
export const idleSessionLifetime = { short: "12 hours", remembered: "30 days" } as const;
/** Maximum lifetime of a session regardless of use. */
export const maxSessionLifetime = { short: "30 days", remembered: "90 days" } as const;

const updateSessionExpiry = sql(
  "session.slide",
  `UPDATE session SET last_used_at = now(),
     expires_at = LEAST(ends_at, now() + CASE WHEN remember THEN $2::interval ELSE $3::interval END)
   WHERE tenant_id = current_tenant() AND id = $1 AND expires_at > now()`,
);

const markTokenUsed = sql(
  "apiToken.used",
  "UPDATE api_token SET last_used_at = now() WHERE tenant_id = current_tenant() AND id = $1",
);

/**
 * Records the use of a session or token in a separate transaction, because read-only calls have a read-only transaction. Never throws: a
 * lost update shortens the session by only a few minutes.
 */
export function createSessionUseRecorder(unitOfWork: UnitOfWork, log: Logger) {
  return ({ tenantId, sessionId, apiToken }: Credentials): void => {
    unitOfWork({ tenantId }, (tx) =>
      apiToken
        ? tx.rows(markTokenUsed, [apiToken.id])
        : tx.rows(updateSessionExpiry, [sessionId, idleSessionLifetime.remembered, idleSessionLifetime.short]),
    ).catch((error) => log.warn({ err: error }, "session use not recorded"));
  };
}
