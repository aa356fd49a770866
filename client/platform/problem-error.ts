import type { Actor } from "../../shared/kernel/events";
import type { FieldErrors, ProblemCode } from "../../shared/kernel/problems";

/** The server refused. `message` is in the reader's language and may be shown as it is. */
export class ProblemError extends Error {
  constructor(
    readonly status: number,
    readonly code: ProblemCode | "unreadable",
    message: string,
    /** 422: texts per field. */
    readonly errors: FieldErrors = {},
    /** 409: how the record stands now. */
    readonly record: unknown = null,
    readonly requestId: string | null = null,
    /** 409: who changed the record meanwhile, where it was a person. */
    readonly by: Actor | null = null,
  ) {
    super(message);
    this.name = "ProblemError";
  }
}

/** The server wasn't reached: no network, no server, or the connection broke on the way. */
export class OfflineError extends Error {
  constructor(cause?: unknown) {
    super("offline", { cause });
    this.name = "OfflineError";
  }
}
