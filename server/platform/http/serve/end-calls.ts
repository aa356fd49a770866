import type { FastifyInstance } from "fastify";

const lookEveryMs = 50;

/**
 * Closes the server: current calls are answered, and no connection is kept alive. Fastify closes idle connections only once; a connection
 * that was busy at that moment would stay open and keep the process running.
 */
export async function endCalls(app: FastifyInstance): Promise<void> {
  const timer = setInterval(() => app.server.closeIdleConnections(), lookEveryMs);
  try {
    await app.close();
  } finally {
    clearInterval(timer);
  }
}
