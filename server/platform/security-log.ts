import type { FastifyRequest } from "fastify";
import type { Problem, ProblemCode } from "../../shared/kernel/problems";
import {
  type SecurityDetails,
  type SecurityKind,
  type SecurityOutcome,
  securityDetails,
} from "../../shared/kernel/security";
import { networkPrefixOf } from "./addresses";
import type { CallOrigin } from "./call-origin";
import type { Platform } from "./platform";
import { sql, type Tx } from "./database/unit-of-work";

const insertSecurityEvent = sql(
  "securityLog.insert",
  `INSERT INTO security_event
     (tenant_id, kind, outcome, user_id, subject_id, session_id, address, device, call, request_id, facts, once)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING`,
);

export interface SecurityEntry {
  kind: SecurityKind;
  /** Defaults to `done`. */
  outcome?: SecurityOutcome;
  /** The actor, for transactions without one, such as the transaction in which a user signs in. */
  userId?: number | null;
  /** The affected account, if it differs from the actor's or there is no actor. */
  subjectId?: number | null;
  facts?: SecurityDetails;
  /** Entries with the same key are stored only once. */
  once?: string;
}

/**
 * Writes to the security log in the transaction of the event, so that either both or neither are stored. The application can only insert
 * and read rows.
 */
export function logSecurity(tx: Tx, entry: SecurityEntry): void {
  tx.send(insertSecurityEvent, valuesOf(entry, tx.origin, tx.actor?.id ?? null));
}

const insertMany = sql(
  "securityLog.insertMany",
  `INSERT INTO security_event
     (tenant_id, kind, outcome, user_id, subject_id, session_id, address, device, call, request_id, facts)
   SELECT current_tenant(), $1, $2, $3, subject_id, $4, $5, $6, $7, $8, $9 FROM unnest($10::bigint[]) AS subjects (subject_id)`,
);

export function logSecurityForUsers(
  tx: Tx,
  entry: Omit<SecurityEntry, "subjectId" | "once">,
  subjectIds: readonly number[],
): void {
  const [kind, outcome, userId, , ...rest] = valuesOf(entry, tx.origin, tx.actor?.id ?? null).slice(0, -1);
  tx.send(insertMany, [kind, outcome, userId, ...rest, subjectIds]);
}

function valuesOf(entry: SecurityEntry, origin: CallOrigin | null, actorId: number | null): unknown[] {
  const { kind, outcome = "done", userId = actorId, subjectId = null, facts = {}, once = null } = entry;
  const details = Object.fromEntries(
    securityDetails.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])),
  );
  return [
    kind,
    outcome,
    userId,
    subjectId,
    origin?.sessionId ?? null,
    origin?.address ?? null,
    origin?.device ?? null,
    origin?.call ?? null,
    origin?.requestId ?? null,
    JSON.stringify(details),
    once,
  ];
}

/**
 * Writes in a separate transaction, for refusals and reads whose own transaction isn't committed. Doesn't throw: a failure is logged and
 * doesn't reject the request.
 */
export async function logSecurityInOwnTransaction(
  platform: Platform,
  origin: CallOrigin,
  entry: SecurityEntry,
): Promise<void> {
  const { tenantId, userId } = origin;
  if (tenantId === null) return;
  try {
    await platform.unitOfWork({ tenantId, origin }, async (tx) => logSecurity(tx, { userId, ...entry }));
  } catch (error) {
    platform.log.error({ err: error, kind: entry.kind, request: origin.requestId }, "security log not written");
  }
}

/** Refusals worth recording; other refusals usually happen by mistake. */
const suspiciousRefusals: ReadonlySet<ProblemCode> = new Set([
  "permission.denied",
  "request.own",
  "bankAccount.ownProposal",
  "leave.ownBalance",
  "user.ownEmployment",
  "user.ownAccess",
  "rate.limited",
  "session.crossSite",
  "session.ownFactor",
  "signOn.needed",
  "scim.tokenUnknown",
]);
/** Hidden or missing records: many of these from one user suggest probing, a few are mistyped or old links. */
const notFoundRefusals: ReadonlySet<ProblemCode> = new Set(["notFound", "task.notFound"]);
/** Missing records per user and minute that aren't recorded. */
const mistypedLinks = 5;

const minuteMs = 60_000;
const maxKnown = 10_000;

/**
 * Records refusals once per user, call and minute, so that the log can't be flooded. A refusal that this process has already recorded
 * causes no database access.
 */
export class RefusalLog {
  private minute = 0;
  private readonly noted = new Set<string>();
  /** Missing records per user in the current minute. */
  private readonly missing = new Map<string, number>();

  constructor(
    private readonly platform: Platform,
    private readonly now: () => number = Date.now,
  ) {}

  note(request: FastifyRequest, { code }: Problem): void {
    const { origin } = request;
    const searched =
      notFoundRefusals.has(code) && origin?.userId != null && (request.routeOptions.url ?? "").includes(":");
    if (!origin || origin.tenantId === null || !(suspiciousRefusals.has(code) || searched)) return;
    const minute = Math.floor(this.now() / minuteMs);
    if (minute !== this.minute) {
      this.noted.clear();
      this.missing.clear();
    }
    this.minute = minute;
    if (searched && this.countMissing(`${origin.tenantId} ${origin.userId}`) <= mistypedLinks) return;
    const who = origin.userId === null ? networkPrefixOf(origin.address) : `#${origin.userId}`;
    const once = `${minute} ${who} ${origin.call}`;
    const key = `${origin.tenantId} ${once}`;
    if (this.noted.has(key) || this.noted.size >= maxKnown) return;
    this.noted.add(key);
    void logSecurityInOwnTransaction(this.platform, origin, {
      kind: "refused",
      outcome: "refused",
      facts: { code },
      once,
    });
  }

  private countMissing(user: string): number {
    const count = (this.missing.get(user) ?? 0) + 1;
    this.missing.set(user, count);
    return count;
  }
}
