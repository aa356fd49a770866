import { Emitter } from "@socket.io/redis-emitter";
import type { Logger } from "pino";
import { type StreamName, userStream } from "../../../shared/kernel/events";
import { eventForExternal, isSameForExternals } from "../../../shared/kernel/external-view";
import { eventForFollowers, streamPartsOf } from "./stream-definitions";
import type { EventBatch } from "../../../shared/kernel/streams";
import { connectRedis } from "../queue/redis";

/** The socket.io room of a stream. It includes the tenant so that a wrong id can never reach another tenant. */
export const streamRoomOf = (tenantId: number, stream: StreamName): string => `${tenantId}/${stream}`;

/**
 * Room for the events of a stream that external users may receive. External users are also in the stream's room and in
 * `externalUsersRoomOf`, which is excluded when internal events are emitted.
 */
export const externalStreamRoomOf = (tenantId: number, stream: StreamName): string =>
  `outside/${streamRoomOf(tenantId, stream)}`;
export const externalUsersRoomOf = (tenantId: number): string => `outside/${tenantId}`;

/** Room without events, for connections of a user who views as another user; they are rechecked when the access of either user changes. */
export const viewersRoomOf = (tenantId: number, stream: StreamName): string =>
  `viewers/${streamRoomOf(tenantId, stream)}`;
export const viewersRoomsOf = (tenantId: number, userIds: readonly number[]): string[] =>
  userIds.map((id) => viewersRoomOf(tenantId, userStream(id)));

export function joinedRoomsOf(
  reader: { tenantId: number; external: boolean },
  streams: readonly StreamName[],
): string[] {
  const { tenantId, external } = reader;
  return streams.flatMap((stream) => [
    streamRoomOf(tenantId, stream),
    ...(external ? [externalStreamRoomOf(tenantId, stream)] : []),
  ]);
}

interface Target {
  to(room: string): Target;
  except(room: string): Target;
  emit(name: "events", batch: EventBatch): unknown;
}

/** Emits one frame to all connections, or separate frames to internal and external users; each derived stream gets a frame of its own. */
export function emitBatch(io: Target, tenantId: number, happened: EventBatch): void {
  const on = (stream: StreamName): EventBatch => ({
    ...happened,
    stream,
    events: happened.events.map((event) => eventForFollowers(stream, event)),
  });
  for (const stream of streamPartsOf(happened.stream)) io.to(streamRoomOf(tenantId, stream)).emit("events", on(stream));
  const batch = on(happened.stream);
  const room = io.to(streamRoomOf(tenantId, batch.stream));
  if (batch.events.every((event) => isSameForExternals(event, batch.stream))) {
    room.emit("events", batch);
    return;
  }
  room.except(externalUsersRoomOf(tenantId)).emit("events", batch);
  const events = batch.events.map((event) => eventForExternal(event, batch.stream));
  io.to(externalStreamRoomOf(tenantId, batch.stream)).emit("events", { ...batch, events });
}

/** The access of users in a stream's room may have changed, so their connections are rechecked. */
export interface AccessChange {
  tenantId: number;
  stream: StreamName;
}

export interface Broadcast {
  events(tenantId: number, batch: EventBatch): void;
  accessChanged(change: AccessChange): void;
  /** Resolves when everything emitted so far has left this process. */
  flushed(): Promise<void>;
  close(): Promise<void>;
}

/** Emits from a worker process over Redis to the sockets of all servers. */
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
      await redis.ping(); // commands are answered in order, so everything published before has arrived
    },
    async close() {
      redis.disconnect();
    },
  };
}
