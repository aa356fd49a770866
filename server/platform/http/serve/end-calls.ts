import type { FastifyInstance } from "fastify";

const lookEveryMs = 50;

/**
 * Ends the calls: what is being answered is, and no connection is kept for a next one. Fastify closes those that are idle at
 * its beginning; one that was being answered then would be kept for as long as its client likes, and the process with it.
 */
export async function endCalls(app: FastifyInstance): Promise<void> {
  const timer = setInterval(() => app.server.closeIdleConnections(), lookEveryMs);
  try {
    await app.close();
  } finally {
    clearInterval(timer);
  }
}
