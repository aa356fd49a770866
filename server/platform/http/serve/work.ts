import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem } from "../../../../shared/kernel/problems";

/**
 * Notes what the handlers of calls do until it is done. Whoever hangs up ends nothing of it: their statements run and wait for
 * connections as before, so that they would have any number of calls under way by hanging up on each. To be called before the
 * routes are added.
 */
export function noteWork(app: FastifyInstance): void {
  app.decorateRequest("work", null);
  app.addHook("onRoute", (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      if (reply.raw.destroyed) throw new Problem("request.malformed"); // they are gone, and so is their place
      const work = handler.call(this, request, reply) as unknown;
      request.work = work;
      return work;
    };
  });
}

/** Resolves when the handler of a call is through, at once where it hasn't begun. What it fails with is told to its caller. */
export const whenWorkEnds = async ({ work }: FastifyRequest): Promise<void> => void (await Promise.allSettled([work]));

declare module "fastify" {
  interface FastifyRequest {
    /** What its handler does: a promise in most cases. */
    work: unknown;
  }
}
