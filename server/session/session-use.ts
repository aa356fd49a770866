import type { Logger } from "pino";
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

/**
 * Notes that a session was used, in a transaction of its own, since reads are read-only. Never throws; a note that is lost costs the session a few minutes of its hours.
 */
export function createSessionUsed(unitOfWork: UnitOfWork, log: Logger) {
  return (actor: { tenantId: number; sessionId: number }): void => {
    unitOfWork({ tenantId: actor.tenantId }, (tx) =>
      tx.rows(slide, [actor.sessionId, sessionLifetime.remembered, sessionLifetime.short]),
    ).catch((error) => log.warn({ err: error }, "session use not noted"));
  };
}
