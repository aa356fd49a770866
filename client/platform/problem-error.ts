import type { Actor } from "../../shared/kernel/events";
import type { FieldErrors, ProblemCode } from "../../shared/kernel/problems";

/** The server returned an error. `message` is localized and may be shown to the user. */
export class ProblemError extends Error {
  constructor(
    readonly status: number,
    readonly code: ProblemCode | "unreadable",
    message: string,
    /** Messages per field of a 422. */
    readonly errors: FieldErrors = {},
    /** Current record of a 409. */
    readonly record: unknown = null,
    readonly requestId: string | null = null,
    /** User who changed the record (409); null if it was changed automatically. */
    readonly by: Actor | null = null,
  ) {
    super(message);
    this.name = "ProblemError";
  }
}

/** The server wasn't reached: no network, no server, or a broken connection. */
export class OfflineError extends Error {
  constructor(cause?: unknown) {
    super("offline", { cause });
    this.name = "OfflineError";
  }
}
