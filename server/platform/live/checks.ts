import type { FastifyInstance } from "fastify";
import type { StreamName } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import type { SubscribeAck } from "../../../shared/kernel/streams";
import type { Tx } from "../database/unit-of-work";
import { type Actor, findActor, findActors } from "../session";
import { Batches } from "./batches";
import { connectedAs } from "./connected-as";
import { type Following, followingOf, type StreamPolicy } from "./following";
import type { SocketData } from "./live";
import { missedBy } from "./missed";

/** What a connection asks the database: whose it is, which streams they may follow, and what of the first they have missed. */
export interface Check {
  token: string;
  /** Whom it was made for; null while it is being made. */
  connection: SocketData | null;
  streams: readonly StreamName[];
  /** The revision that they have the first stream at, null for none; left out when nothing was missed. */
  since?: number | null;
  /** Whether there is room for a replay; without it what was missed is to be read anew. */
  hasRoom?: boolean;
}

export interface Checked {
  /** Null: the token is nobody's. A problem: why they can't be let in, whoever they are. */
  found: Actor | Problem | null;
  /** Of each stream; nothing where the connection belongs to nobody any more, or to somebody who is seen otherwise now. */
  following: Following[];
  missed: SubscribeAck | null;
}

/**
 * Checks of connections, those of one tenant together (batches.ts): one statement finds all their sessions, one asks what all of
 * them may follow, and what many have missed of one stream is read once. Each is answered by their own rights nevertheless, in a
 * snapshot that is later than the question.
 */
export class Checks {
  private readonly batches = new Batches<Check, Checked | "alone">((tenantId, checks) =>
    this.together(tenantId, checks),
  );

  constructor(
    private readonly app: FastifyInstance,
    private readonly policy: StreamPolicy,
  ) {}

  /** `later`: nobody waits for it, and those who do go first. */
  async ask(tenantId: number, check: Check, later = false): Promise<Checked> {
    const answer = check.connection?.viewing ? "alone" : await this.batches.ask(tenantId, check, later);
    if (answer !== "alone") return answer;
    const [checked] = await this.inSnapshot(tenantId, [check]);
    if (!checked || checked === "alone") throw new Error("A check alone wasn't answered");
    return checked;
  }

  /** What is wrong with one question is that one's affair: then each is asked by itself. */
  private async together(tenantId: number, checks: readonly Check[]): Promise<(Checked | "alone")[]> {
    try {
      return await this.inSnapshot(tenantId, checks);
    } catch (error) {
      if (checks.length === 1 || !isOfOneQuestion(error)) throw error;
      return checks.map(() => "alone");
    }
  }

  private inSnapshot(tenantId: number, checks: readonly Check[]): Promise<(Checked | "alone")[]> {
    return this.app.platform.socketWork({ tenantId, readOnly: true }, (tx) => answersTo(tx, this.policy, checks));
  }
}

/** The database didn't understand a value, or a policy refused to answer. That it is away isn't anybody's. */
const isOfOneQuestion = (error: unknown): boolean =>
  error instanceof Problem || ((error as { code?: string } | null)?.code ?? "").startsWith("22");

async function answersTo(tx: Tx, policy: StreamPolicy, checks: readonly Check[]): Promise<(Checked | "alone")[]> {
  const found = await findAll(tx, checks);
  const following = await followingOf(
    tx,
    policy,
    checks.map(({ connection, streams }, at) => {
      const whose = found[at] ?? null;
      const actor = connection && whose !== "viewing" ? connectedAs(whose, connection) : null;
      return { actor: typeof actor === "string" ? null : actor, streams };
    }),
  );
  const missed = await missedBy(
    tx,
    checks.flatMap(({ streams: [stream], since, hasRoom = true }, at) => {
      const follows = following[at]?.[0] ?? "no";
      return stream === undefined || since === undefined || follows === "no"
        ? []
        : [{ at, stream, since, follows, hasRoom }];
    }),
  );
  return checks.map((_, at) => {
    const whose = found[at] ?? null;
    const answer = missed.get(at) ?? null;
    if (whose === "viewing" || answer === "alone") return "alone";
    return { found: whose, following: following[at] ?? [], missed: answer };
  });
}

/** Of one alone as of a call, in a transaction that is that person's. */
async function findAll(tx: Tx, checks: readonly Check[]): Promise<(Actor | Problem | "viewing" | null)[]> {
  const [only] = checks;
  try {
    if (checks.length === 1 && only) return [(await findActor(tx, only.token))?.actor ?? null];
    const found = await findActors(tx, [...new Set(checks.map(({ token }) => token))]);
    return checks.map(({ token }) => found.get(token) ?? null);
  } catch (error) {
    if (error instanceof Problem) return checks.map(() => error); // of the tenant, so of everybody's
    throw error;
  }
}
