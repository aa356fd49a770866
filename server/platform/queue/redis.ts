import { Redis } from "ioredis";
import type { Logger } from "pino";

/** Interval in milliseconds of the liveness check, and how many checks may remain unanswered. */
const heartbeatMs = 10_000;
const maxMissedHeartbeats = 2;

/** A connection that reconnects automatically. Commands sent while it is disconnected wait and aren't rejected. */
export function connectRedis(url: string, log: Logger, lookEveryMs = heartbeatMs): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    enableReadyCheck: true,
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
  });
  redis.on("error", (error) => log.warn({ err: error }, "redis"));
  // Pending commands are rejected on close, including unawaited ones (socket.io's adapter publishes and unsubscribes without waiting).
  // These rejections must not end the process during its shutdown.
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    command.promise?.catch(() => {});
    return send(command, stream);
  };
  endHalfOpen(redis, log, lookEveryMs);
  return redis;
}

/**
 * A half-open connection (dropped by a firewall, or to a host without power) accepts writes for a quarter of an hour without answering. It
 * is replaced, and the client repeats the pending commands.
 */
function endHalfOpen(redis: Redis, log: Logger, lookEveryMs: number): void {
  let silent = 0;
  const look = () => {
    if (redis.status !== "ready") return;
    if (silent >= maxMissedHeartbeats) {
      silent = 0;
      log.warn("unresponsive redis connection closed");
      return redis.disconnect(true);
    }
    silent += 1;
    redis.ping().then(
      () => (silent = 0),
      () => {},
    );
  };
  const timer = setInterval(look, lookEveryMs).unref();
  redis.on("ready", () => (silent = 0));
  redis.on("end", () => clearInterval(timer));
}
