import { Emitter } from "@socket.io/redis-emitter";
import type { Logger } from "pino";
import { type StreamName, userStream } from "../../../shared/kernel/events";
import { eventForOutside, isForEverybody } from "../../../shared/kernel/outside";
import { eventForFollowers, partsOf } from "../../../shared/kernel/parts";
import type { EventBatch } from "../../../shared/kernel/streams";
import { connectRedis } from "../queue/redis";

/** The room of a stream. The tenant is part of it, so that no mistake with an id can ever reach across. */
export const roomOf = (tenantId: number, stream: StreamName): string => `${tenantId}/${stream}`;

/**
 * Where people from outside hear what they may of a stream. They are in the stream's room as well, and in `outsideOf`:
 * what isn't for everybody leaves that one out.
 */
export const outsideRoomOf = (tenantId: number, stream: StreamName): string => `outside/${roomOf(tenantId, stream)}`;
export const outsideOf = (tenantId: number): string => `outside/${tenantId}`;

/** Where nothing is told: connections of those who look through somebody's eyes, asked again when either's access changes. */
export const viewersRoomOf = (tenantId: number, stream: StreamName): string => `viewers/${roomOf(tenantId, stream)}`;
export const viewersRoomsOf = (tenantId: number, userIds: readonly number[]): string[] =>
  userIds.map((id) => viewersRoomOf(tenantId, userStream(id)));

/** The rooms in which a connection hears a stream. */
export function roomsOf(reader: { tenantId: number; external: boolean }, streams: readonly StreamName[]): string[] {
  const { tenantId, external } = reader;
  return streams.flatMap((stream) => [
    roomOf(tenantId, stream),
    ...(external ? [outsideRoomOf(tenantId, stream)] : []),
  ]);
}

interface Target {
  to(room: string): Target;
  except(room: string): Target;
  emit(name: "events", batch: EventBatch): unknown;
}

/** One frame for everybody, or one for each side; and one for each part of the stream. */
export function emitBatch(io: Target, tenantId: number, happened: EventBatch): void {
  const on = (stream: StreamName): EventBatch => ({
    ...happened,
    stream,
    events: happened.events.map((event) => eventForFollowers(stream, event)),
  });
  for (const stream of partsOf(happened.stream)) io.to(roomOf(tenantId, stream)).emit("events", on(stream));
  const batch = on(happened.stream);
  const room = io.to(roomOf(tenantId, batch.stream));
  if (batch.events.every(isForEverybody)) {
    room.emit("events", batch);
    return;
  }
  room.except(outsideOf(tenantId)).emit("events", batch);
  const events = batch.events.map((event) => eventForOutside(event));
  io.to(outsideRoomOf(tenantId, batch.stream)).emit("events", { ...batch, events });
}

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
      emitBatch(emitter as never as Target, tenantId, batch);
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
