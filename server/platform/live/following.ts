import { parseStream, type StreamName } from "../../../shared/kernel/events";
import type { Tx } from "../database/unit-of-work";
import type { Actor } from "../session";

/** Whether somebody may follow a stream; without replay: they hear what comes, and nothing of what was. */
export type Following = "no" | "yes" | "without replay";

/** Whether these actors may now follow these streams, which aren't theirs by themselves: a project's, the directory's. In their order. */
export type StreamPolicy = (
  tx: Tx,
  asked: readonly { actor: Actor; stream: StreamName }[],
) => Promise<readonly boolean[]>;

interface Asked {
  /** Null: there is nobody who could follow anything. */
  actor: Actor | null;
  streams: readonly StreamName[];
}

/**
 * As calls have it: with an expired plan there are no projects, and nothing is told of what happened. The screens go on
 * listening to their own streams, to hear that the plan was renewed.
 */
export async function followingOf(tx: Tx, policy: StreamPolicy, asked: readonly Asked[]): Promise<Following[][]> {
  const following = asked.map(({ actor, streams }) =>
    streams.map((stream) => (actor ? ownStream(actor, stream) : "no")),
  );
  const questions = asked.flatMap(({ actor, streams }, who) =>
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

function ownStream(actor: Actor, stream: StreamName): Following | "by policy" {
  const parsed = parseStream(stream);
  if (!parsed) return "no";
  const own = actor.planExpired ? "without replay" : "yes";
  if (parsed.kind === "user") return parsed.id === actor.id && !actor.viewing ? own : "no";
  if (parsed.kind === "tenant") return parsed.id === actor.tenantId ? own : "no";
  return actor.planExpired ? "no" : "by policy";
}
