import { Emitter } from "@socket.io/redis-emitter";
import type { Logger } from "pino";
import type { StreamName } from "../../shared/kernel/events";
import type { EventBatch } from "../../shared/kernel/streams";
import { connectRedis } from "./redis";

/** The room of a stream. The tenant is part of it, so that no mistake with an id can ever reach across. */
export const roomOf = (tenantId: number, stream: StreamName): string => `${tenantId}/${stream}`;

/** Whose access may have changed: the people in a stream's room. Their connections ask the policy again. */
export interface AccessChange {
  tenantId: number;
  stream: StreamName;
}

/** How events reach sockets, from wherever they are processed. */
export interface Broadcast {
  events(tenantId: number, batch: EventBatch): void;
  accessChanged(change: AccessChange): void;
  /** Resolves when everything sent so far has left this process for good. */
  flushed(): Promise<void>;
  close(): Promise<void>;
}

/** From a worker process, over Redis, to the sockets of all servers. */
export function broadcastOverRedis(redisUrl: string, log: Logger): Broadcast {
  const redis = connectRedis(redisUrl, log);
  const emitter = new Emitter(redis);
  return {
    events(tenantId, batch) {
      emitter.to(roomOf(tenantId, batch.stream)).emit("events", batch);
    },
    accessChanged(change) {
      emitter.serverSideEmit("access-changed", change);
    },
    async flushed() {
      await redis.ping(); // answered in order: everything published before has arrived
    },
    async close() {
      redis.disconnect();
    },
  };
}
