import { OfflineError, ProblemError } from "../problem-error";

/** Statuses that don't concern the change itself, but the session, tenant or server; the change is retried. */
const temporaryStatuses = new Set([401, 402, 423, 429, 502, 503, 504]);

/** True if the change waits and is sent again; any other error takes it back. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof OfflineError || (error instanceof ProblemError && temporaryStatuses.has(error.status));

/** Retry delay in ms after a network failure; a restored live connection retries immediately. */
export const retryMs = 4_000;
/** Time in ms after which unsent changes are shown as waiting. */
export const patienceMs = 1_500;
