import { Redis } from "ioredis";
import type { Logger } from "pino";

/**
 * A connection that comes back by itself and never rejects commands while it is away: they wait. What could not be
 * published when it is closed for good is lost to nobody: the event log has it. Nobody catches it either.
 */
export function connectRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    enableReadyCheck: true,
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
  });
  redis.on("error", (error) => log.warn({ err: error }, "redis"));
  const publish = redis.publish.bind(redis);
  redis.publish = ((channel: string, message: string) => publish(channel, message).catch(() => 0)) as typeof publish;
  return redis;
}
