import { Redis } from "ioredis";
import type { Logger } from "pino";

/** So often it is looked whether the other end still answers, and so often in a row it may not. */
const beatMs = 10_000;
const mostSilentBeats = 2;

/** A connection that comes back by itself and never rejects commands while it is away: they wait. */
export function connectRedis(url: string, log: Logger, lookEveryMs = beatMs): Redis {
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
  endHalfOpen(redis, log, lookEveryMs);
  return redis;
}

/**
 * A connection whose other end is gone without a word (a firewall that has forgotten it, a host without power) takes whatever is written, for a
 * quarter of an hour, and brings nothing. It is replaced: what was asked for on it is asked for again.
 */
function endHalfOpen(redis: Redis, log: Logger, lookEveryMs: number): void {
  let silent = 0;
  const look = () => {
    if (redis.status !== "ready") return;
    if (silent >= mostSilentBeats) {
      silent = 0;
      log.warn("a connection to redis that says nothing was ended");
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
