import { createAdapter } from "@socket.io/redis-adapter";
import type { FastifyInstance } from "fastify";
import type { Redis } from "ioredis";
import { Server, type Socket } from "socket.io";
import { parseStream, type StreamName } from "../../shared/kernel/events";
import { Problem } from "../../shared/kernel/problems";
import type { ClientMessages, EventBatch, ServerMessages, SubscribeAck } from "../../shared/kernel/streams";
import { type AccessRecheck, recheckAccess } from "./access-recheck";
import { type AccessChange, type Broadcast, roomOf } from "./broadcast";
import { type FocusState, Presence, type PresenceMessages, readFocus } from "./presence";
import { connectRedis } from "./redis";
import { findActor, personOf } from "./session";
import { type StreamPolicy, subscribe } from "./subscribe";

export interface SocketData {
  tenantId: number;
  token: string;
  sessionId: number;
  person: { id: number; fullname: string; image: string | null };
  /** What this screen shows of each stream. */
  focus: Record<string, FocusState>;
}

interface BetweenServers extends PresenceMessages {
  "access-changed": (change: AccessChange) => void;
}

export type LiveServer = Server<ClientMessages, ServerMessages, BetweenServers, SocketData>;
export type LiveSocket = Socket<ClientMessages, ServerMessages, BetweenServers, SocketData>;

/** Streams one connection may follow: a list of projects, not a crawl. */
const mostStreams = 300;

export interface Live extends Broadcast {
  io: LiveServer;
  sockets(): number;
}

/**
 * Sockets of one server process. Without Redis events are emitted in process; with it, the adapter carries them between
 * servers and `broadcastOverRedis` brings them from the workers.
 */
export function createLive(app: FastifyInstance, policy: StreamPolicy): Live {
  const { log, config } = app.platform;
  const io: LiveServer = new Server(app.server, {
    path: "/socket.io",
    transports: ["websocket"],
    serveClient: false,
    pingInterval: 10_000,
    pingTimeout: 8_000,
    maxHttpBufferSize: 32_000,
    cors: { origin: false },
  });
  const redis = config.redisUrl ? [connectRedis(config.redisUrl, log), connectRedis(config.redisUrl, log)] : null;
  if (redis) {
    io.adapter(createAdapter(redis[0], redis[1], { requestsTimeout: 2_000 }));
  }

  io.use(async (socket, next) => {
    try {
      socket.data = await admit(app, socket);
      next();
    } catch (error) {
      if (!(error instanceof Problem)) log.warn({ err: error }, "a connection could not be checked");
      next(new Error(refusalOf(error)));
    }
  });

  const presence = new Presence(io, redis === null);
  const access = recheckAccess(app, io, policy, (tenantId, stream) => presence.changed(tenantId, stream));
  io.on("access-changed", (change: AccessChange) => void access.room(change));
  if (redis) onceSubscribed(redis[1] as Redis, () => catchUp(io, access, presence));

  io.on("connection", (socket) => {
    const { tenantId, person } = socket.data;
    void socket.join([roomOf(tenantId, `user:${person.id}`), roomOf(tenantId, `tenant:${tenantId}`)]);
    void access.one(socket); // signed out between the handshake's look and this: nobody would have told it

    socket.on("subscribe", async (message, ack) => {
      if (typeof ack !== "function") return;
      const answer = (status: SubscribeAck) => ack(status);
      if (socket.rooms.size > mostStreams) return answer({ status: "forbidden" });
      try {
        answer(await subscribe(app, policy, socket, message));
        presence.joined(socket, (message as { stream?: unknown } | null)?.stream as StreamName);
      } catch (error) {
        log.error({ err: error }, "subscribe failed");
        socket.disconnect(true); // the client comes back and asks again; a lost answer would leave it waiting
      }
    });
    socket.on("unsubscribe", (message) => {
      const stream = (message as { stream?: unknown } | null)?.stream as StreamName;
      const room = roomOf(tenantId, stream);
      if (parseStream(stream)?.kind !== "project" || !socket.rooms.has(room)) return;
      void socket.leave(room);
      delete socket.data.focus[stream];
      presence.changed(tenantId, stream);
    });
    socket.on("focus", (message) => {
      const focus = readFocus(message);
      if (!focus || !socket.rooms.has(roomOf(tenantId, focus.stream))) return;
      socket.data.focus[focus.stream] = focus.state;
      presence.changed(tenantId, focus.stream);
    });
    socket.on("disconnecting", () => presence.left(socket));
  });

  return {
    io,
    sockets: () => io.engine?.clientsCount ?? 0,
    events(tenantId: number, batch: EventBatch) {
      io.to(roomOf(tenantId, batch.stream)).emit("events", batch);
    },
    accessChanged(change) {
      if (redis) io.serverSideEmit("access-changed", change); // the other servers
      void access.room(change);
    },
    flushed: () => Promise.resolve(),
    async close() {
      presence.stop();
      io.local.disconnectSockets(true); // ours: the other servers' stay
      await io.close();
      for (const connection of redis ?? []) connection.disconnect();
    },
  };
}

/** Only who is known to be nobody is told so: a client that hears it forgets its session. */
function refusalOf(error: unknown): "tenant_inactive" | "unauthenticated" | "unavailable" {
  if (!(error instanceof Problem)) return "unavailable";
  return error.code === "tenant.inactive" ? "tenant_inactive" : "unauthenticated";
}

/** @throws Problem when the token is nobody's or the tenant is off. */
async function admit(app: FastifyInstance, socket: LiveSocket): Promise<SocketData> {
  const { token } = socket.handshake.auth as { token?: unknown };
  if (typeof token !== "string") throw new Problem("session.required");
  const tenantId = await app.platform.tenants.tenantOf(socket.handshake.headers.host ?? "");
  const found = await app.platform.unitOfWork({ tenantId, readOnly: true }, (tx) => findActor(tx, token));
  if (!found) throw new Problem("session.required");
  return { tenantId, token, sessionId: found.actor.sessionId, person: personOf(found.actor), focus: {} };
}

/** What was published while Redis was away is gone: every client asks for what it missed, and is itself asked again. */
function catchUp(io: LiveServer, access: AccessRecheck, presence: Presence): void {
  io.local.emit("resync");
  presence.refresh();
  void access.everyone();
}

/**
 * Whenever the subscriptions stand (again), the first time included: sockets that came before heard nothing until then.
 * Redis answers in order, so what was asked for before the ping is in effect after it.
 */
function onceSubscribed(redis: Redis, run: () => void): void {
  redis.on("ready", () => void redis.ping().then(run, () => {}));
}
