import { hash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../../../shared/kernel/problems";
import { bearerToken, fileTokenOf } from "../session";
import { networkOf } from "./addresses";
import { InFlight } from "./serve/in-flight";
import { noteWork, whenWorkEnds } from "./serve/work";
import { bothTurns, Turns, type Weariness } from "../turns";

/**
 * What one caller may take of the process: far more than a person with two hundred cards selected or an office behind one
 * address needs, and little enough that others don't notice whoever takes all of it
 * ([decision 25](../../../docs/decisions/0025-limits-are-each-process-own.md)).
 */
export interface CallLimits {
  person: Share;
  /** Of those whom nobody knows: signing in, wrong tokens, and the first call of each session. */
  address: Share;
  /** How long a stranger's body may be on its way: their place is wanted by everybody behind the same address. */
  strangerBodyMs?: number;
  /** How long a connection stays on which nothing is sent or read. */
  unreadMs?: number;
  /** What one person may send in a day (sent-bytes.ts). */
  bytesADay?: number;
}

interface Share {
  atOnce: number;
  waiting: number;
  /** In ten seconds. */
  calls: number;
}

export const callLimits: CallLimits = {
  person: { atOnce: 8, waiting: 1_000, calls: 2_000 },
  address: { atOnce: 32, waiting: 5_000, calls: 6_000 },
};

const usualStrangerBodyMs = 15_000;
/** More than any form has that is sent without a session: of longer bodies one network's strangers send one after the other. */
const shortBody = 65_536;
/**
 * A screen needs its eight places for a moment: whoever holds seven more than one for a second has half of them. How long a
 * call holds its place is the machine's affair as well: whoever goes through five screens in five seconds while it is slow must
 * be forgiven by the next.
 */
const weariness = { beyondMs: 12_000, forgiven: 0.5 };
const windowSeconds = 10;
const mostKnown = 20_000;
/** A feed that a whole office has subscribed to may wait. */
const callsOfAnAddress = 100;
/** Of answers that may be megabytes: several at once of one person kept everybody else waiting for seconds, and were all held at once. */
const longAtOnce = { person: 1, tenant: 4 };
/** Of answers until they are read: some boards of twenty thousand cards. */
const answerBytes = { person: 16_000_000, tenant: 64_000_000 };
/** Of files on their way here: two of the largest bodies. */
const uploadBytes = { person: 52_000_000, tenant: 160_000_000 };
/** Whoever watches the process must get through, and files of the client cost nothing. */
const free = new Set(["/healthz", "/readyz", "/metrics", "/assets/*"]);

/** Who calls: a person once one of their sessions was recognised, an address until then. */
export class Callers {
  private readonly people = new Map<string, string>();
  /** Of each session that isn't known yet: one call at a time, until it turns out whose they are. */
  private readonly firsts: Turns;
  private readonly untilKnown = new Map<string, () => void>();
  private readonly secrets: Turns;
  private readonly bodies: Turns;
  readonly answers = new InFlight(answerBytes);
  readonly uploads = new InFlight(uploadBytes);
  private readonly long: LongLines;
  private readonly shares: Record<"person" | "address", { turns: Turns; rate: RateLimiterMemory }>;

  constructor(limits: CallLimits) {
    const shareOf = ({ atOnce, waiting, calls }: Share, weary: Weariness | null) => ({
      turns: new Turns(atOnce, waiting, weary),
      rate: new RateLimiterMemory({ points: calls, duration: windowSeconds }),
    });
    this.shares = { person: shareOf(limits.person, weariness), address: shareOf(limits.address, null) };
    this.firsts = new Turns(1, limits.address.waiting);
    this.secrets = new Turns(1, callsOfAnAddress);
    this.bodies = new Turns(1, limits.address.waiting);
    this.long = new LongLines(limits);
  }

  /** A token turned out to be somebody's: from now on they share what they have over all their sessions. */
  know(token: string | null, { tenantId, id }: { tenantId: number; id: number }): void {
    if (token === null) return;
    const [oldest] = this.people.keys();
    if (this.people.size >= mostKnown && oldest !== undefined) this.people.delete(oldest);
    this.people.set(keyOf(token), `${tenantId}/${id}`);
    this.untilKnown.get(keyOf(token))?.();
  }

  /** Whose call this is: the person's, once they are known, or that of the network that it comes from. */
  nameOf(request: FastifyRequest): string {
    const token = tokenOf(request);
    return this.personOf(token) ?? networkOf(request.ip);
  }

  isStranger(request: FastifyRequest): boolean {
    return this.personOf(tokenOf(request)) === undefined;
  }

  /**
   * Resolves when it is this call's turn, with what gives the turn back.
   * @throws Problem 429 with the seconds to wait.
   */
  async take(token: string | null, address: string, onLeave?: OnLeave): Promise<() => void> {
    const known = this.personOf(token);
    if (token === null || known !== undefined) return this.turnOf(known, address, onLeave);
    // A session's first calls may come by the dozen, after a restart from everybody: were they all let in as strangers,
    // one person would have as much as their whole address.
    const key = keyOf(token);
    const first = await this.firsts.take(key, onLeave);
    const person = this.personOf(token);
    if (person !== undefined) {
      first();
      return this.turnOf(person, address, onLeave);
    }
    const end = () => {
      if (this.untilKnown.get(key) === end) this.untilKnown.delete(key);
      first();
    };
    this.untilKnown.set(key, end);
    return bothTurns(Promise.resolve(end), () => this.turnOf(undefined, address, onLeave));
  }

  /**
   * Resolves when a call may begin. A stranger's with a long body waits for its network's others first, before it has one of the network's
   * places: sixty megabytes a second, whatever comes of them, kept everybody else waiting for seconds.
   * @throws Problem 429 as `take`.
   */
  begin(request: FastifyRequest, onLeave: OnLeave): Promise<() => void> {
    const token = tokenOf(request);
    const take = () => this.take(token, request.ip, onLeave);
    if (!this.isStranger(request) || !mayBeLong(request, token)) return take();
    return bothTurns(this.bodies.take(networkOf(request.ip), onLeave), take);
  }

  /**
   * Resolves when it is the turn of a call by an address with a secret in it, as programs for calendars have them. They are answered
   * one after the other: by one of them a person would have as many places as their whole network. Then it is a long answer of
   * its organisation.
   * @throws Problem 429 when too many wait.
   */
  takeSecret(tenantId: number, secret: string, onLeave: OnLeave): Promise<() => void> {
    return this.long.takeAfter(this.secrets.take(keyOf(secret), onLeave), tenantId, onLeave);
  }

  /**
   * Resolves when it is the turn of a call whose answer may be long, or turns out to be (read-in-turn.ts): its person's first, then its
   * organisation's. Who waits holds no connection to the database: those before them may be waiting for one.
   * @throws Problem 429 when too many wait.
   */
  takeLong(tenantId: number, request: FastifyRequest, onLeave: OnLeave): Promise<() => void> {
    return this.long.take(this.readerOf(request), tenantId, onLeave);
  }

  private readerOf(request: FastifyRequest): string {
    const token = tokenOf(request);
    return this.personOf(token) ?? (token === null ? networkOf(request.ip) : keyOf(token));
  }

  private personOf(token: string | null): string | undefined {
    return token === null ? undefined : this.people.get(keyOf(token));
  }

  private async turnOf(person: string | undefined, address: string, onLeave?: OnLeave): Promise<() => void> {
    const { turns, rate } = this.shares[person === undefined ? "address" : "person"];
    const key = person ?? networkOf(address);
    try {
      await rate.consume(key);
    } catch (spent) {
      const { msBeforeNext } = spent as RateLimiterRes;
      throw new Problem("rate.limited", { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) });
    }
    return turns.take(key, onLeave);
  }
}

type OnLeave = (leave: () => void) => void;

/** Of answers that may be megabytes: somebody's are made one after the other, then their organisation's a few at once. */
class LongLines {
  private readonly person: Turns;
  private readonly tenant: Turns;

  constructor({ person, address }: CallLimits) {
    this.person = new Turns(longAtOnce.person, person.waiting);
    this.tenant = new Turns(longAtOnce.tenant, address.waiting);
  }

  take(reader: string, tenantId: number, onLeave: OnLeave): Promise<() => void> {
    return this.takeAfter(this.person.take(reader, onLeave), tenantId, onLeave);
  }

  /** In the organisation's line, once it is the turn in `first`. */
  takeAfter(first: Promise<() => void>, tenantId: number, onLeave: OnLeave): Promise<() => void> {
    return bothTurns(first, () => this.tenant.take(String(tenantId), onLeave));
  }
}

/** Files are read once it is known who sends them (body.ts), and may take minutes. */
function mayBeLong({ headers }: FastifyRequest, token: string | null): boolean {
  if (token !== null && headers["content-type"]?.startsWith("multipart/")) return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > shortBody;
}

const keyOf = (token: string): string => hash("sha256", token, "base64");

/** Each call waits for its turn before anything of it is read or asked: a body in memory is something one can take, too. */
export function limitCalls(
  app: FastifyInstance,
  { strangerBodyMs = usualStrangerBodyMs }: Partial<CallLimits> = {},
): void {
  noteWork(app);
  app.addHook("onRequest", async (request, reply) => {
    if (free.has(request.routeOptions.url ?? "")) return;
    const done = await app.callers.begin(request, (leave) => reply.raw.once("close", leave));
    const giveBack = () => void whenWorkEnds(request).finally(done);
    reply.raw.once("finish", giveBack).once("close", giveBack);
    if (reply.raw.destroyed) return done();
    const isStranger = () => app.callers.isStranger(request);
    if (!isStranger()) return;
    const hangUp = () => !request.raw.complete && isStranger() && request.raw.socket.destroy();
    const timer = setTimeout(hangUp, strangerBodyMs).unref();
    reply.raw.once("close", () => clearTimeout(timer));
  });
}

const tokenOf = ({ headers }: FastifyRequest): string | null =>
  bearerToken(headers.authorization) ?? fileTokenOf(headers.cookie);

declare module "fastify" {
  interface FastifyInstance {
    callers: Callers;
  }
}
