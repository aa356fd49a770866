import type { FastifyRequest } from "fastify";
import type { Problem, ProblemCode } from "../../shared/kernel/problems";
import {
  type SecurityFacts,
  type SecurityKind,
  type SecurityOutcome,
  securityFacts,
} from "../../shared/kernel/security";
import { networkOf } from "./http/addresses";
import type { CallOrigin } from "./http/call-origin";
import type { Platform } from "./platform";
import { sql, type Tx } from "./database/unit-of-work";

const insert = sql(
  "securityLog.insert",
  `INSERT INTO security_event
     (tenant_id, kind, outcome, user_id, subject_id, session_id, address, device, call, request_id, facts, once)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING`,
);

/** What happened to the security of the tenant. */
export interface SecurityEntry {
  kind: SecurityKind;
  /** Done, unless said otherwise. */
  outcome?: SecurityOutcome;
  /** Who did it, where the transaction doesn't know: whoever just signed in. */
  userId?: number | null;
  /** Whose account it is about, where that isn't who did it, or nobody knows who did. */
  subjectId?: number | null;
  facts?: SecurityFacts;
  /** Of all with the same text one is kept. */
  once?: string;
}

/**
 * Writes into the security log, in the transaction of what happens: both or neither. Rows can be added and read by the
 * application, and nothing else.
 */
export function logSecurity(tx: Tx, entry: SecurityEntry): void {
  tx.send(insert, valuesOf(entry, tx.origin, tx.actor?.id ?? null));
}

const insertMany = sql(
  "securityLog.insertMany",
  `INSERT INTO security_event
     (tenant_id, kind, outcome, user_id, subject_id, session_id, address, device, call, request_id, facts)
   SELECT current_tenant(), $1, $2, $3, subject_id, $4, $5, $6, $7, $8, $9 FROM unnest($10::bigint[]) AS subjects (subject_id)`,
);

/** The same of each of many people, in one statement. */
export function logSecurityOfMany(
  tx: Tx,
  entry: Omit<SecurityEntry, "subjectId" | "once">,
  subjectIds: readonly number[],
): void {
  const [kind, outcome, userId, , ...rest] = valuesOf(entry, tx.origin, tx.actor?.id ?? null).slice(0, -1);
  tx.send(insertMany, [kind, outcome, userId, ...rest, subjectIds]);
}

function valuesOf(entry: SecurityEntry, origin: CallOrigin | null, actorId: number | null): unknown[] {
  const { kind, outcome = "done", userId = actorId, subjectId = null, facts = {}, once = null } = entry;
  const known = Object.fromEntries(
    securityFacts.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])),
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
    JSON.stringify(known),
    once,
  ];
}

/**
 * Writes by itself, for what has no transaction that stays: refusals, and reading. It doesn't throw: a log that can't be
 * written is reported, and refuses nobody.
 */
export async function logSecurityApart(platform: Platform, origin: CallOrigin, entry: SecurityEntry): Promise<void> {
  const { tenantId, userId } = origin;
  if (tenantId === null) return;
  try {
    await platform.unitOfWork({ tenantId, origin }, async (tx) => logSecurity(tx, { userId, ...entry }));
  } catch (error) {
    platform.log.error({ err: error, kind: entry.kind, request: origin.requestId }, "security log not written");
  }
}

/** Refusals that say something about who asks: the rest is what people run into by mistake. */
const telling: ReadonlySet<ProblemCode> = new Set([
  "permission.denied",
  "request.own",
  "leave.ownBalance",
  "user.ownEmployment",
  "user.ownAccess",
  "rate.limited",
  "session.crossSite",
  "session.ownFactor",
  "signOn.needed",
  "scim.tokenUnknown",
]);
/** One may not see it, or it isn't there: who asks for many of these is looking for something. */
const hidden: ReadonlySet<ProblemCode> = new Set(["notFound", "task.notFound"]);

const minuteMs = 60_000;
const mostKnown = 10_000;

/**
 * Notes refusals: of one person, call and minute a single one, so that the log can't be filled. What this process has noted
 * already doesn't even ask the database.
 */
export class RefusalLog {
  private minute = 0;
  private readonly noted = new Set<string>();

  constructor(
    private readonly platform: Platform,
    private readonly now: () => number = Date.now,
  ) {}

  note(request: FastifyRequest, { code }: Problem): void {
    const { origin } = request;
    const searched = hidden.has(code) && origin?.userId != null && (request.routeOptions.url ?? "").includes(":");
    if (!origin || origin.tenantId === null || !(telling.has(code) || searched)) return;
    const minute = Math.floor(this.now() / minuteMs);
    if (minute !== this.minute) this.noted.clear();
    this.minute = minute;
    const who = origin.userId === null ? networkOf(origin.address) : `#${origin.userId}`;
    const once = `${minute} ${who} ${origin.call}`;
    const key = `${origin.tenantId} ${once}`;
    if (this.noted.has(key) || this.noted.size >= mostKnown) return;
    this.noted.add(key);
    void logSecurityApart(this.platform, origin, { kind: "refused", outcome: "refused", facts: { code }, once });
  }
}
