import type { IncomingMessage } from "node:http";
import { createAdapter } from "@socket.io/redis-adapter";
import type { FastifyInstance } from "fastify";
import type { Redis } from "ioredis";
import { Server, type Socket } from "socket.io";
import { tenantStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import {
  type ClientMessages,
  type EventBatch,
  protocolVersion,
  type ServerMessages,
  type SubscribeAck,
} from "../../../shared/kernel/streams";
import { type AccessRecheck, recheckAccess } from "./access-recheck";
import { admit, refusalOf } from "./admit";
import { type AccessChange, type Broadcast, emitBatch, roomOf } from "./broadcast";
import { isCrossSite } from "../http/cross-site";
import { hostOf } from "../http/host";
import { endThrownRequests } from "../http/thrown-requests";
import { Checks } from "./checks";
import type { StreamPolicy } from "./following";
import { guardedFor, streamOf } from "./messages";
import { joinOwnRooms } from "./own-rooms";
import { type FocusState, readFocus } from "./focus";
import { type Connection, limitFrames } from "./frames";
import { Leaving } from "./leaving";
import { Presence, type PresenceMessages } from "./presence";
import { createRareLog } from "../rarely";
import { connectRedis } from "../queue/redis";
import { requireActiveTenant } from "../session";
import type { Viewing } from "../viewing";
import { SlowReaders } from "./slow-readers";
import { SocketLimits } from "./socket-limits";
import { subscribe } from "./subscribe";
import { hearUpgrades } from "./upgrades";

export interface SocketData {
  tenantId: number;
  token: string;
  sessionId: number;
  person: { id: number; fullname: string; image: string | null };
  /** Somebody looks through this person's eyes: they hear nothing of the person's own, and are not shown as being there. */
  viewing: Viewing | null;
  /** From outside: hears less. */
  external: boolean;
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
  /** Plans end by themselves: nobody says so. */
  checkPlans(): void;
  /** All connections of this process ask again what they may: what ends by time (a session, a right) tells nobody. */
  recheck(): Promise<void>;
}

/** Dozens of connections share two statements: seldom enough for thousands of them. */
const recheckEveryMs = 5 * 60_000;

/**
 * Sockets of one server process. Without Redis events are emitted in process; with it, the adapter carries them between
 * servers and `broadcastOverRedis` brings them from the workers.
 */
export function createLive(app: FastifyInstance, policy: StreamPolicy): Live {
  const { log, config } = app.platform;
  const rarely = createRareLog(log);
  const checks = new Checks(app, policy);
  hearUpgrades(app.server, "/socket.io/");
  const io: LiveServer = new Server(app.server, {
    path: "/socket.io",
    destroyUpgrade: false, // they are gone by then
    transports: ["websocket"],
    serveClient: false,
    pingInterval: 10_000,
    pingTimeout: 8_000,
    maxHttpBufferSize: 32_000,
    cors: { origin: false },
  });
  endThrownRequests(app.server, log);
  const readers = new SlowReaders(rarely);
  limitFrames(io, readers);
  const redis = config.redisUrl ? [connectRedis(config.redisUrl, log), connectRedis(config.redisUrl, log)] : null;
  if (redis) {
    io.adapter(createAdapter(redis[0], redis[1], { requestsTimeout: 2_000 }));
  }

  io.engine.use((request: IncomingMessage, _reply: unknown, next: (error?: Error) => void) => {
    const host = hostOf(request, config);
    // Nobody goes on with a connection over another one: what is known of the first wouldn't hold for that (slow-readers.ts).
    const goesOn = (request as { _query?: { sid?: unknown } })._query?.sid !== undefined;
    if (host === null || goesOn) return next(new Problem("request.malformed"));
    next(isCrossSite(request.headers, host) ? new Problem("session.crossSite") : undefined);
  });
  io.use((socket, next) => {
    const { protocol } = socket.handshake.auth as { protocol?: unknown };
    if (protocol === protocolVersion) return next();
    // A page that is newer than this server finds one of its own version, or this one renewed.
    const newer = typeof protocol === "number" && protocol > protocolVersion;
    next(new Error(newer ? "unavailable" : "outdated"));
  });
  io.use(async (socket, next) => {
    try {
      socket.data = await admit(app, checks, socket);
      next();
    } catch (error) {
      if (!(error instanceof Problem)) rarely("warn", "a connection could not be checked", { err: error });
      next(new Error(refusalOf(error)));
    }
  });

  const limits = new SocketLimits();
  const presence = new Presence(io, redis === null);
  const access = recheckAccess(checks, io, rarely, (tenantId, stream) => presence.changed(tenantId, stream));
  io.on("access-changed", (change: AccessChange) => void access.room(change));
  if (redis) onceSubscribed(redis[1] as Redis, () => catchUp(io, access, presence));

  io.on("connection", (socket) => {
    const { data } = socket;
    const { tenantId } = data;
    if (!limits.opened(data)) return void socket.disconnect(true);
    socket.on("disconnect", () => limits.closed(data));
    socket.use(async (_message, next) => {
      if (await limits.heard(data)) next();
      else socket.disconnect(true);
    });
    const reader = readers.letIn(socket.conn as unknown as Connection, data);
    joinOwnRooms(socket);
    void access.one(socket); // signed out between the handshake's look and this: nobody would have told it

    const leaving = new Leaving(socket, (stream) => presence.changed(tenantId, stream));
    const guarded = guardedFor(socket, rarely);
    socket.on("subscribe", async (message, ack) => {
      if (typeof ack !== "function") return;
      const answer = (status: SubscribeAck) => ack(status);
      const stream = streamOf(message);
      if (!stream || socket.rooms.size > mostStreams) return answer({ status: "forbidden" });
      let done = (_replayed: number) => {};
      let replayed = 0;
      const answered = leaving.asked(stream);
      try {
        done = await limits.turnToSubscribe(data);
        if (!socket.connected) return;
        const status = await subscribe(checks, socket, message, reader.hasRoom);
        replayed = reader.sends(() => answer(status));
        presence.joined(socket, stream);
      } catch (error) {
        if (!(error instanceof Problem)) rarely("error", "subscribe failed", { err: error });
        socket.disconnect(true); // the client comes back and asks again; a lost answer would leave it waiting
      } finally {
        answered();
        done(replayed);
      }
    });
    socket.on(
      "unsubscribe",
      guarded((message) => {
        const stream = streamOf(message);
        if (stream) leaving.leave(stream);
      }),
    );
    socket.on(
      "focus",
      guarded((message) => {
        const focus = readFocus(message);
        if (!focus || !socket.rooms.has(roomOf(tenantId, focus.stream))) return;
        socket.data.focus[focus.stream] = focus.state;
        presence.changed(tenantId, focus.stream);
      }),
    );
    socket.on("disconnecting", () => presence.left(socket));
  });

  const checkPlans = () => {
    const ofTenants = new Map([...io.of("/").sockets.values()].map(({ data }) => [data.tenantId, data]));
    for (const tenantId of ofTenants.keys()) {
      void planEnded(app, tenantId).then(async (ended) => {
        if (ended) await access.room({ tenantId, stream: tenantStream(tenantId) });
      });
    }
  };
  const planTimer = setInterval(checkPlans, 60_000).unref();
  const recheckTimer = setInterval(access.everyone, recheckEveryMs).unref();

  return {
    io,
    checkPlans,
    recheck: access.everyone,
    sockets: () => io.engine?.clientsCount ?? 0,
    events(tenantId: number, batch: EventBatch) {
      emitBatch(io as never as Parameters<typeof emitBatch>[0], tenantId, batch);
    },
    accessChanged(change) {
      if (redis) io.serverSideEmit("access-changed", change); // the other servers
      void access.room(change);
    },
    flushed: () => Promise.resolve(),
    async close() {
      presence.stop();
      readers.stop();
      clearInterval(planTimer);
      clearInterval(recheckTimer);
      io.local.disconnectSockets(true); // ours: the other servers' stay
      await io.close();
      for (const connection of redis ?? []) connection.disconnect();
    },
  };
}

async function planEnded(app: FastifyInstance, tenantId: number): Promise<boolean> {
  const state = app.platform.socketWork({ tenantId, readOnly: true }, requireActiveTenant);
  return state.then(
    ({ planExpired }) => planExpired,
    () => false, // gone, switched off or out of reach: said elsewhere
  );
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
