import { parseStream, type StreamName } from "../../../shared/kernel/events";
import type { Tx } from "../database/unit-of-work";
import type { Actor } from "../session";

/** Whether a user may follow a stream. `without replay`: only new events. */
export type FollowAccess = "no" | "yes" | "without replay";

/** Whether these actors may follow these streams; not called for the actors' own streams. Returned in order. */
export type StreamPolicy = (
  tx: Tx,
  requests: readonly { actor: Actor; stream: StreamName }[],
) => Promise<readonly boolean[]>;

interface Asked {
  /** Null when there is no valid user. */
  actor: Actor | null;
  streams: readonly StreamName[];
}

/**
 * The rule for calls applies: with an expired plan, project streams and past events aren't available. Clients keep following their own
 * streams, so that they are notified of a renewal.
 */
export async function resolveFollowAccess(
  tx: Tx,
  policy: StreamPolicy,
  requests: readonly Asked[],
): Promise<FollowAccess[][]> {
  const following = requests.map(({ actor, streams }) =>
    streams.map((stream) => (actor ? ownStream(actor, stream) : "no")),
  );
  const questions = requests.flatMap(({ actor, streams }, who) =>
    streams.flatMap((stream, at) =>
      actor && following[who]?.[at] === "by policy" ? [{ actor, stream, who, at }] : [],
    ),
  );
  const answers = questions.length > 0 ? await policy(tx, questions) : [];
  const allowed = new Set(questions.filter((_, index) => answers[index] === true).map(({ who, at }) => `${who}/${at}`));
  return following.map((ofActor, who) =>
    ofActor.map((follows, at) => (follows !== "by policy" ? follows : allowed.has(`${who}/${at}`) ? "yes" : "no")),
  );
}

function ownStream(actor: Actor, stream: StreamName): FollowAccess | "by policy" {
  const parsed = parseStream(stream);
  if (!parsed) return "no";
  const own = actor.planExpired ? "without replay" : "yes";
  if (parsed.kind === "user") return parsed.id === actor.id && !actor.viewing ? own : "no";
  if (parsed.kind === "tenant") return parsed.id === actor.tenantId ? own : "no";
  return actor.planExpired ? "no" : "by policy";
}
