import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { Problem } from "../../../shared/kernel/problems";
import { networkPrefixOf } from "../addresses";
import { bearerToken, fileTokenOf } from "../session";
import { FairSemaphore } from "./fair-semaphore";
import { limits } from "./limits";

export type CallLimits = typeof limits.calls;

/** Monitoring must always succeed, and client assets are cheap. */
const exemptRoutes = new Set(["/healthz", "/readyz", "/metrics", "/assets/*"]);

type OnLeave = (leave: () => void) => void;

const onClose =
  ({ raw }: FastifyReply): OnLeave =>
  (leave) =>
    void raw.once("close", leave);

/** Limits calls by user once their session is recognized, by network until then. */
export class CallerRegistry {
  private readonly users = new Map<string, string>();
  private readonly shares: Record<"user" | "address", { slots: FairSemaphore; rate: RateLimiterMemory }>;
  private readonly expensiveCalls = semaphoresOf(limits.expensiveCalls);
  private readonly generatedFiles = semaphoresOf(limits.generatedFiles);
  private readonly uploads = semaphoresOf(limits.uploads);

  constructor({ user, address, windowSeconds }: CallLimits) {
    const shareOf = ({ concurrent, queued, calls }: CallLimits["user"]) => ({
      slots: new FairSemaphore(concurrent, queued),
      rate: new RateLimiterMemory({ points: calls, duration: windowSeconds }),
    });
    this.shares = { user: shareOf(user), address: shareOf(address) };
  }

  /** Records the user of a token; from then on all sessions of the user share one limit. */
  know(token: string | null, { tenantId, id }: { tenantId: number; id: number }): void {
    if (token === null) return;
    const [oldest] = this.users.keys();
    if (this.users.size >= limits.calls.sessions && oldest !== undefined) this.users.delete(oldest);
    this.users.set(keyOf(token), `${tenantId}/${id}`);
  }

  /** The key of a call's limits: the user once recognized, otherwise the network. */
  nameOf(request: FastifyRequest): string {
    return this.userOf(tokenOf(request)) ?? networkPrefixOf(request.ip);
  }

  isStranger(request: FastifyRequest): boolean {
    return this.userOf(tokenOf(request)) === undefined;
  }

  /**
   * Waits for a slot. Unrecognized sessions behind one address take turns.
   * @returns the function that releases the slot.
   * @throws Problem 429 with the seconds to wait.
   */
  async take(token: string | null, address: string, onLeave?: OnLeave): Promise<() => void> {
    const user = this.userOf(token);
    const { slots, rate } = this.shares[user === undefined ? "address" : "user"];
    const key = user ?? networkPrefixOf(address);
    await rate.consume(key).catch((spent: RateLimiterRes) => {
      throw rateProblem(spent);
    });
    return slots.take(key, onLeave, token === null ? "" : keyOf(token));
  }

  /** @throws Problem 429 as `take`. */
  begin(request: FastifyRequest, reply: FastifyReply): Promise<() => void> {
    return this.take(tokenOf(request), request.ip, onClose(reply));
  }

  /**
   * Waits until a call may produce a long answer. The user's slot is held until the answer is read, so that unread answers don't
   * accumulate; the tenant's slot until it is released, so that slow readers don't delay others. Waiting calls must hold no database
   * connection, because the calls before them may need one.
   * @param reader identifies callers without a session, such as readers of a calendar feed.
   * @returns the function that releases the tenant's slot.
   * @throws Problem 429 when too many wait.
   */
  takeExpensiveCall(
    tenantId: number,
    request: FastifyRequest,
    reply: FastifyReply,
    reader = this.readerOf(request),
  ): Promise<() => void> {
    return takeUntilProduced(this.expensiveCalls, tenantId, request, reply, reader);
  }

  /** Like `takeExpensiveCall`, for files. Has its own slots, because a file may wait for a child process while it holds them. */
  takeGeneratedFile(tenantId: number, request: FastifyRequest, reply: FastifyReply): Promise<() => void> {
    return takeUntilProduced(this.generatedFiles, tenantId, request, reply, this.readerOf(request));
  }

  /**
   * Waits until files may be read into memory; its slots are released with the answer.
   * @throws Problem 429 when too many wait.
   */
  async takeUpload(tenantId: number, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const onLeave = onClose(reply);
    whenOver(request, reply, await this.uploads.user.take(this.readerOf(request), onLeave));
    whenOver(request, reply, await this.uploads.tenant.take(String(tenantId), onLeave));
  }

  private readerOf(request: FastifyRequest): string {
    const token = tokenOf(request);
    return this.userOf(token) ?? (token === null ? networkPrefixOf(request.ip) : keyOf(token));
  }

  private userOf(token: string | null): string | undefined {
    return token === null ? undefined : this.users.get(keyOf(token));
  }
}

type Semaphores = Record<"user" | "tenant", FairSemaphore>;

async function takeUntilProduced(
  { user, tenant }: Semaphores,
  tenantId: number,
  request: FastifyRequest,
  reply: FastifyReply,
  reader: string,
): Promise<() => void> {
  const onLeave = onClose(reply);
  whenOver(request, reply, await user.take(reader, onLeave));
  return tenant.take(String(tenantId), onLeave);
}

const semaphoresOf = ({ user, tenant, queued }: (typeof limits)["uploads"]): Semaphores => ({
  user: new FairSemaphore(user, queued),
  tenant: new FairSemaphore(tenant, queued),
});

const keyOf = (token: string): string => hash("sha256", token, "base64");

const tokenOf = ({ headers }: FastifyRequest): string | null =>
  bearerToken(headers.authorization) ?? fileTokenOf(headers.cookie);

export const rateProblem = ({ msBeforeNext }: RateLimiterRes): Problem =>
  new Problem("rate.limited", { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) });

/**
 * Calls `run` once the answer is read or the client has disconnected, and the handler has ended: a client that disconnects doesn't stop its
 * handler, and could otherwise start any number of calls.
 */
function whenOver(request: FastifyRequest, reply: FastifyReply, run: () => void): void {
  const over = () => void Promise.allSettled([request.work]).then(run);
  reply.raw.once("finish", over).once("close", over);
  if (reply.raw.destroyed) over();
}

/** Queues each call before any of its body is read, since a buffered body uses memory. Must be called before the routes are added. */
export function limitCalls(app: FastifyInstance): void {
  app.decorateRequest("work", null);
  app.addHook("onRoute", (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      if (reply.raw.destroyed) throw new Problem("request.malformed"); // the client has disconnected and its slot is released
      const work = handler.call(this, request, reply) as unknown;
      request.work = work;
      return work;
    };
  });
  app.addHook("onRequest", async (request, reply) => {
    // Node.js runs pipelined requests concurrently and emits no "close" on the responses of those that are queued, so that their slots
    // would never be released. Browsers and proxies don't pipeline.
    if (reply.raw.socket === null) {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    if (exemptRoutes.has(request.routeOptions.url ?? "")) return;
    whenOver(request, reply, await app.callers.begin(request, reply));
  });
}

declare module "fastify" {
  interface FastifyInstance {
    callers: CallerRegistry;
  }
  interface FastifyRequest {
    /** The running handler. */
    work: unknown;
  }
}
