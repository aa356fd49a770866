import { elapsedDaySeconds } from "../../../shared/kernel/elapsed-time";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { type CallLimits, rateProblem } from "./call-limits";

const unit = 1024;

/**
 * Limits the bytes that one user sends per day, since files and texts are stored permanently. Above the limit the user can read but can't
 * send bodies until the day has ended. Must be registered after `limitCalls`.
 */
export function limitUploadBytes(app: FastifyInstance, { uploadsPerDay }: CallLimits): void {
  const sent = new RateLimiterMemory({ points: Math.floor(uploadsPerDay / unit), duration: elapsedDaySeconds });
  const count = async (request: FastifyRequest, bytes: number) => {
    await sent.penalty(app.callers.nameOf(request), Math.ceil(bytes / unit));
  };
  app.decorate("countKept", count);
  app.decorate("takeUploadQuota", async (request, bytes) => {
    if (bytes === 0) return;
    // Creates the counter of the day if there is none.
    const spent = await sent.penalty(app.callers.nameOf(request), 0);
    if (spent.consumedPoints + Math.ceil(bytes / unit) > sent.points) throw rateProblem(spent);
    await count(request, bytes);
  });
  /** Bytes already counted per connection, because one connection carries several calls. */
  const counted = new WeakMap<Socket, number>();

  app.addHook("onRequest", async (request) => {
    if (!hasBody(request.headers)) return;
    const spent = await sent.get(app.callers.nameOf(request));
    if (spent && spent.consumedPoints > sent.points) throw rateProblem(spent);
  });
  // Bytes are counted once the body has arrived and before the handler runs: a client that disconnects early has still sent them.
  app.addHook("preHandler", async (request) => {
    const { socket } = request.raw;
    const all = socket.bytesRead ?? 0;
    const addedBytes = all - (counted.get(socket) ?? 0);
    counted.set(socket, all);
    // Unauthenticated bodies aren't stored, and behind a proxy the connection's next call may be another user's.
    if (addedBytes > 0 && !app.callers.isStranger(request)) await count(request, addedBytes);
  });
}

const hasBody = (headers: Record<string, unknown>): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

declare module "fastify" {
  interface FastifyInstance {
    /** Counts other stored data of a call, such as responses kept for idempotency. */
    countKept(request: FastifyRequest, bytes: number): Promise<void>;
    /**
     * Counts files of a call before they are stored, such as those of a ZIP, which are larger than the call.
     * @throws Problem 429 when they exceed the rest of the day's bytes; then they aren't counted.
     */
    takeUploadQuota(request: FastifyRequest, bytes: number): Promise<void>;
  }
}
