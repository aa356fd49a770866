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
  // What still waits when it is closed for good is rejected, also what nobody waits for (socket.io's adapter publishes and
  // unsubscribes without looking): that must not end the process in the middle of its shutdown.
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    command.promise?.catch(() => {});
    return send(command, stream);
  };
  return redis;
}
