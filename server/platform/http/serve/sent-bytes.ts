import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { Problem } from "../../../../shared/kernel/problems";
import type { CallLimits } from "../callers";

/** Four gigabytes: nobody's photos of a day, and not enough to fill the disk of everybody before somebody looks. */
const usualBytesADay = 4 * 1024 ** 3;
const daySeconds = 86_400;
const unit = 1024;

/**
 * What one person sends in a day is counted, whatever it is: files and texts stay, and room is everybody's. Whoever is beyond
 * it reads on, and sends no body until the day is over. Stands behind `limitCalls`
 * ([decision 25](../../../docs/decisions/0025-limits-are-each-process-own.md)).
 */
export function limitBytes(app: FastifyInstance, { bytesADay = usualBytesADay }: Partial<CallLimits> = {}): void {
  const sent = new RateLimiterMemory({ points: Math.floor(bytesADay / unit), duration: daySeconds });
  app.decorate("countKept", async (request: FastifyRequest, bytes: number) => {
    await sent.penalty(app.callers.nameOf(request), Math.ceil(bytes / unit));
  });
  /** Of each connection, how much of it was counted: one call comes after the other on it. */
  const counted = new WeakMap<Socket, number>();

  app.addHook("onRequest", async (request) => {
    if (!hasBody(request.headers)) return;
    const spent = await sent.get(app.callers.nameOf(request));
    if (spent && spent.consumedPoints > sent.points)
      throw new Problem("rate.limited", { retryAfterSeconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1_000)) });
  });
  // The whole body is here, and nothing was done with it: whoever hangs up before the answer has sent it all the same.
  app.addHook("preHandler", async (request) => {
    const { socket } = request.raw;
    const all = socket.bytesRead ?? 0;
    const more = all - (counted.get(socket) ?? 0);
    counted.set(socket, all);
    // Of strangers nothing is kept, and behind a proxy the next call of the connection is somebody else's.
    if (more > 0 && !app.callers.isStranger(request))
      await sent.penalty(app.callers.nameOf(request), Math.ceil(more / unit));
  });
}

const hasBody = (headers: Record<string, unknown>): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

declare module "fastify" {
  interface FastifyInstance {
    /** What is kept of a call beside what was sent, as answers are for who sends it again, takes room as well. */
    countKept(request: FastifyRequest, bytes: number): Promise<void>;
  }
}
