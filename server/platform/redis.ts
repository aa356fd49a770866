import { Redis } from "ioredis";
import type { Logger } from "pino";

/** A connection that comes back by itself and never rejects commands while it is away: they wait. */
export function connectRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    enableReadyCheck: true,
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
  });
  redis.on("error", (error) => log.warn({ err: error }, "redis"));
  return redis;
}
