import type { Logger } from "pino";
import type { Credentials } from "../platform/session";
import { sql, type UnitOfWork } from "../platform/database/unit-of-work";

/** How long a session lives after its last use. */
export const sessionLifetime = { short: "12 hours", remembered: "30 days" } as const;
/** And altogether, however much it is used. */
export const sessionEnd = { short: "30 days", remembered: "90 days" } as const;

const slide = sql(
  "session.slide",
  `UPDATE session SET last_used_at = now(),
     expires_at = LEAST(ends_at, now() + CASE WHEN remember THEN $2::interval ELSE $3::interval END)
   WHERE tenant_id = current_tenant() AND id = $1 AND expires_at > now()`,
);

const tokenUsed = sql(
  "apiToken.used",
  "UPDATE api_token SET last_used_at = now() WHERE tenant_id = current_tenant() AND id = $1",
);

/**
 * Notes that a session or a token was used, in a transaction of its own, since reads are read-only. Never throws; a note that is lost costs the session a few minutes of its hours.
 */
export function createSessionUsed(unitOfWork: UnitOfWork, log: Logger) {
  return ({ tenantId, sessionId, apiToken }: Credentials): void => {
    unitOfWork({ tenantId }, (tx) =>
      apiToken
        ? tx.rows(tokenUsed, [apiToken.id])
        : tx.rows(slide, [sessionId, sessionLifetime.remembered, sessionLifetime.short]),
    ).catch((error) => log.warn({ err: error }, "session use not noted"));
  };
}
