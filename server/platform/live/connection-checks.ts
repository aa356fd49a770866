import type { FastifyInstance } from "fastify";
import type { StreamName } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import type { SubscribeAck } from "../../../shared/kernel/streams";
import type { Tx } from "../database/unit-of-work";
import { type Actor, findActor, findActors } from "../session";
import { TenantBatcher } from "../tenant-batcher";
import { resolveConnectionActor } from "./connection-actor";
import { type FollowAccess, resolveFollowAccess, type StreamPolicy } from "./follow-access";
import type { SocketData } from "./live";
import { readMissedEvents } from "./missed-events";

/** Check of a connection in the database: its user, the streams it may follow, and missed events of the first stream. */
export interface ConnectionCheck {
  token: string;
  /** Data of the admitted connection; null during the handshake. */
  connection: SocketData | null;
  streams: readonly StreamName[];
  /** The client's revision of the first stream, null if it has none; absent when missed events aren't requested. */
  since?: number | null;
  /** Epoch of `since`; null for a page of an earlier version. */
  epoch?: string | null;
  /** Whether a replay fits the limits; otherwise the client has to read the state again. */
  hasRoom?: boolean;
}

export interface CheckResult {
  /** Null when the token is invalid; a problem when the user can't connect. */
  found: Actor | Problem | null;
  /** Access per requested stream; empty if the session has ended or the user's access mode has changed. */
  following: FollowAccess[];
  missed: SubscribeAck | null;
}

/**
 * Checks connections of one tenant in batches (tenant-batcher.ts): one statement finds all sessions, one evaluates the policy, and the
 * missed events of a stream are read once. Each result depends only on that user's permissions, in a snapshot taken after the check was
 * requested.
 */
export class ConnectionChecks {
  private readonly batches = new TenantBatcher<ConnectionCheck, CheckResult | "alone">((tenantId, checks) =>
    this.together(tenantId, checks),
  );

  constructor(
    private readonly app: FastifyInstance,
    private readonly policy: StreamPolicy,
  ) {}

  /** `later`: deferred until checks that clients wait for have been started. */
  async ask(tenantId: number, check: ConnectionCheck, later = false): Promise<CheckResult> {
    const answer = check.connection?.viewing ? "alone" : await this.batches.ask(tenantId, check, later);
    if (answer !== "alone") return answer;
    const [checked] = await this.inSnapshot(tenantId, [check]);
    if (!checked || checked === "alone") throw new Error("A check alone wasn't answered");
    return checked;
  }

  /** An error caused by one check must not affect the others, so each is then run alone. */
  private async together(tenantId: number, checks: readonly ConnectionCheck[]): Promise<(CheckResult | "alone")[]> {
    try {
      return await this.inSnapshot(tenantId, checks);
    } catch (error) {
      if (checks.length === 1 || !isCausedByOneCheck(error)) throw error;
      return checks.map(() => "alone");
    }
  }

  private inSnapshot(tenantId: number, checks: readonly ConnectionCheck[]): Promise<(CheckResult | "alone")[]> {
    return this.app.platform.socketWork({ tenantId, readOnly: true }, (tx) => answerChecks(tx, this.policy, checks));
  }
}

/** Errors caused by one check are invalid values and problems thrown by a policy. A database outage affects all checks. */
const isCausedByOneCheck = (error: unknown): boolean =>
  error instanceof Problem || ((error as { code?: string } | null)?.code ?? "").startsWith("22");

async function answerChecks(
  tx: Tx,
  policy: StreamPolicy,
  checks: readonly ConnectionCheck[],
): Promise<(CheckResult | "alone")[]> {
  const found = await findCheckedActors(tx, checks);
  const following = await resolveFollowAccess(
    tx,
    policy,
    checks.map(({ connection, streams }, at) => {
      const session = found[at] ?? null;
      const actor = connection && session !== "viewing" ? resolveConnectionActor(session, connection) : null;
      return { actor: typeof actor === "string" ? null : actor, streams };
    }),
  );
  const missed = await readMissedEvents(
    tx,
    checks.flatMap(({ streams: [stream], since, epoch = null, hasRoom = true }, at) => {
      const follows = following[at]?.[0] ?? "no";
      return stream === undefined || since === undefined || follows === "no"
        ? []
        : [{ at, stream, since, epoch, follows, hasRoom }];
    }),
  );
  return checks.map((_, at) => {
    const session = found[at] ?? null;
    const answer = missed.get(at) ?? null;
    if (session === "viewing" || answer === "alone") return "alone";
    return { found: session, following: following[at] ?? [], missed: answer };
  });
}

/** A single check runs like a call, in a transaction with that user as actor. */
async function findCheckedActors(
  tx: Tx,
  checks: readonly ConnectionCheck[],
): Promise<(Actor | Problem | "viewing" | null)[]> {
  const [only] = checks;
  try {
    if (checks.length === 1 && only) return [(await findActor(tx, only.token))?.actor ?? null];
    const found = await findActors(tx, [...new Set(checks.map(({ token }) => token))]);
    return checks.map(({ token }) => {
      const each = found.get(token) ?? null;
      return each === "viewing" ? each : (each?.actor ?? null);
    });
  } catch (error) {
    if (error instanceof Problem) return checks.map(() => error); // the problem affects the tenant and therefore all connections
    throw error;
  }
}
