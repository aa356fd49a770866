import type { IncomingMessage } from "node:http";
import { createAdapter } from "@socket.io/redis-adapter";
import type { FastifyInstance } from "fastify";
import type { Redis } from "ioredis";
import { Server, type Socket } from "socket.io";
import { parseStream, type StreamName, tenantStream, userStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import {
  type ClientMessages,
  type EventBatch,
  protocolVersion,
  type ServerMessages,
  type SubscribeAck,
} from "../../../shared/kernel/streams";
import { type AccessRecheck, recheckAccess } from "./access-recheck";
import { admitSocket, socketRefusalOf } from "./socket-admission";
import {
  type AccessChange,
  type Broadcast,
  emitBatch,
  externalUsersRoomOf,
  streamRoomOf,
  joinedRoomsOf,
  viewersRoomsOf,
} from "./broadcast";
import { isCrossSite } from "../http/cross-site";
import { hostOfRequest } from "../http/host";
import { limits } from "../limits/limits";
import { SlowReaders } from "../limits/slow-readers";
import { admitFrames, FrameLimitedServer } from "../limits/socket-frames";
import { SocketLimits } from "../limits/socket-limits";
import { ConnectionChecks } from "./connection-checks";
import type { StreamPolicy } from "./follow-access";
import { type FocusState, readFocus } from "./focus";
import { UnsubscribeTracker } from "./unsubscribe-tracker";
import { PresenceTracker, type PresenceMessages } from "./presence";
import { createThrottledLog } from "../throttled-log";
import { connectRedis } from "../queue/redis";
import { requireActiveTenant } from "../session";
import type { ViewingSession } from "../viewing";
import { subscribeToStream } from "./subscribe";
import { handleUpgrades } from "./upgrades";

/** The stream of a message; null when it names none. The message is unvalidated and may have any type. */
export function streamOfMessage(message: unknown): StreamName | null {
  const stream = (message as { stream?: unknown } | null | undefined)?.stream;
  return parseStream(stream) ? (stream as StreamName) : null;
}

export interface SocketData {
  tenantId: number;
  token: string;
  sessionId: number;
  person: { id: number; fullname: string; image: string | null };
  /** Set while viewing as another user: the connection receives no personal events of that user and isn't shown as present. */
  viewing: ViewingSession | null;
  /** Whether the user is external and receives fewer events. */
  external: boolean;
  /** Focus of this connection's screen, per stream. */
  focus: Record<string, FocusState>;
}

interface BetweenServers extends PresenceMessages {
  "access-changed": (change: AccessChange) => void;
}

export type LiveServer = Server<ClientMessages, ServerMessages, BetweenServers, SocketData>;
export type LiveSocket = Socket<ClientMessages, ServerMessages, BetweenServers, SocketData>;

export interface LiveService extends Broadcast {
  io: LiveServer;
  sockets(): number;
  /** Rechecks connections of tenants whose plan has expired, because the expiry emits no event. */
  checkPlans(): void;
  /** Rechecks all connections of this process, because the expiry of a session or permission emits no event. */
  recheck(): Promise<void>;
}

/** In milliseconds; dozens of connections share two statements, so that rechecking thousands of connections costs little. */
const recheckEveryMs = 5 * 60_000;

/**
 * Sockets of one server process. Without Redis, events are emitted within the process. With Redis, the adapter transfers events between
 * servers, and `broadcastOverRedis` transfers them from the workers.
 */
export function createLive(app: FastifyInstance, policy: StreamPolicy): LiveService {
  const { log, config } = app.platform;
  const logThrottled = createThrottledLog(log);
  const checks = new ConnectionChecks(app, policy);
  const endSockets = handleUpgrades(app.server, "/socket.io/");
  const io = createSocketServer(app);
  const readers = new SlowReaders(logThrottled);
  io.engine.on("connection", (conn) => readers.watch(conn));
  const redis = config.redisUrl ? [connectRedis(config.redisUrl, log), connectRedis(config.redisUrl, log)] : null;
  if (redis) {
    io.adapter(createAdapter(redis[0], redis[1], { requestsTimeout: 2_000 }));
  }
  checkHandshakes(io, app, checks, logThrottled);

  const presence = new PresenceTracker(io, redis === null);
  const access = recheckAccess(checks, io, logThrottled, (tenantId, stream) => presence.changed(tenantId, stream));
  io.on("access-changed", (change: AccessChange) => void access.room(change));
  if (redis) onceSubscribed(redis[1] as Redis, () => resyncClients(io, access, presence));
  const context = { app, checks, logThrottled, readers, presence, access, socketLimits: new SocketLimits() };
  io.on("connection", (socket) => serveSocket(socket, context));

  const checkPlans = () => {
    const ofTenants = new Map([...io.of("/").sockets.values()].map(({ data }) => [data.tenantId, data]));
    for (const tenantId of ofTenants.keys()) {
      void planEnded(app, tenantId).then(async (ended) => {
        if (ended) await access.room({ tenantId, stream: tenantStream(tenantId) });
      });
    }
  };
  const planTimer = setInterval(checkPlans, 60_000).unref();
  const unfollowNotices = app.platform.notices.follow((notices) => io.local.emit("notices", notices));
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
      if (redis) io.serverSideEmit("access-changed", change); // notifies the other servers
      void access.room(change);
    },
    flushed: () => Promise.resolve(),
    async close() {
      presence.stop();
      unfollowNotices();
      readers.stop();
      clearInterval(planTimer);
      clearInterval(recheckTimer);
      io.local.disconnectSockets(true); // only connections of this server
      endSockets();
      await io.close();
      for (const connection of redis ?? []) connection.disconnect();
    },
  };
}

function createSocketServer(app: FastifyInstance): LiveServer {
  return new Server(app.server, {
    path: "/socket.io",
    destroyUpgrade: false, // the connection is already closed by then
    transports: ["websocket"],
    serveClient: false,
    pingInterval: 10_000,
    pingTimeout: 8_000,
    maxHttpBufferSize: limits.sockets.messageBytes,
    wsEngine: FrameLimitedServer,
    cors: { origin: false },
  });
}

/** Refuses handshakes from other sites, of other protocol versions and without a valid session. */
function checkHandshakes(
  io: LiveServer,
  app: FastifyInstance,
  checks: ConnectionChecks,
  logThrottled: LogThrottled,
): void {
  io.engine.use((request: IncomingMessage, _reply: unknown, next: (error?: Error) => void) => {
    const host = hostOfRequest(request, app.platform.config);
    // Upgrading an existing connection isn't allowed, since the state tracked for it wouldn't apply to the upgraded connection
    // (slow-readers.ts).
    const goesOn = new URLSearchParams(request.url?.split("?")[1]).has("sid");
    if (host === null || goesOn) return next(new Problem("request.malformed"));
    next(isCrossSite(request.headers, host) ? new Problem("session.crossSite") : undefined);
  });
  io.use((socket, next) => {
    const { protocol } = socket.handshake.auth as { protocol?: unknown };
    if (protocol === protocolVersion) return next();
    // A page newer than this server retries until it reaches a server of its version.
    const newer = typeof protocol === "number" && protocol > protocolVersion;
    next(new Error(newer ? "unavailable" : "outdated"));
  });
  io.use(async (socket, next) => {
    try {
      socket.data = await admitSocket(app, checks, socket);
      next();
    } catch (error) {
      if (!(error instanceof Problem)) logThrottled("warn", "connection could not be checked", { err: error });
      next(new Error(socketRefusalOf(error)));
    }
  });
}

type LogThrottled = ReturnType<typeof createThrottledLog>;

interface ConnectionContext {
  app: FastifyInstance;
  checks: ConnectionChecks;
  logThrottled: LogThrottled;
  readers: SlowReaders;
  presence: PresenceTracker;
  access: AccessRecheck;
  socketLimits: SocketLimits;
}

function serveSocket(socket: LiveSocket, context: ConnectionContext): void {
  const { app, readers, presence, access, socketLimits } = context;
  const { data } = socket;
  const { tenantId } = data;
  if (!socketLimits.opened(data)) return void socket.disconnect(true);
  socket.on("disconnect", () => socketLimits.closed(data));
  socket.use(async (_message, next) => {
    if (await socketLimits.heard(data)) next();
    else socket.disconnect(true);
  });
  admitFrames(socket.request);
  const reader = readers.admit(socket.conn, data);
  joinOwnRooms(socket);
  socket.emit("notices", app.platform.notices.current);
  void access.one(socket); // the session may have ended between the handshake and joining the room through which its end is sent

  serveSubscriptions(socket, reader, context);
  socket.on("focus", (message) => {
    const focus = readFocus(message);
    if (!focus || !socket.rooms.has(streamRoomOf(tenantId, focus.stream))) return;
    socket.data.focus[focus.stream] = focus.state;
    presence.changed(tenantId, focus.stream);
  });
  socket.on("disconnecting", () => presence.left(socket));
}

function serveSubscriptions(
  socket: LiveSocket,
  reader: ReturnType<SlowReaders["admit"]>,
  { checks, logThrottled, presence, socketLimits }: ConnectionContext,
): void {
  const { data } = socket;
  const leaving = new UnsubscribeTracker(socket, (stream) => presence.changed(data.tenantId, stream));
  socket.on("subscribe", async (message, ack) => {
    if (typeof ack !== "function") return;
    const answer = (status: SubscribeAck) => ack(status);
    const stream = streamOfMessage(message);
    if (!stream || socket.rooms.size > limits.sockets.streams) return answer({ status: "forbidden" });
    let done = (_replayed: number) => {};
    let replayed = 0;
    const answered = leaving.asked(stream);
    try {
      done = await socketLimits.turnToSubscribe(data);
      if (!socket.connected) return;
      const status = await subscribeToStream(checks, socket, message, reader.hasRoom);
      const before = reader.unread();
      answer(status);
      replayed = reader.unread() - before;
      presence.joined(socket, stream);
    } catch (error) {
      if (!(error instanceof Problem)) logThrottled("error", "subscribe failed", { err: error });
      socket.disconnect(true); // the client reconnects and retries; without a reply it would wait forever
    } finally {
      answered();
      done(replayed);
    }
  });
  socket.on("unsubscribe", (message) => {
    const stream = streamOfMessage(message);
    if (stream) leaving.leave(stream);
  });
}

async function planEnded(app: FastifyInstance, tenantId: number): Promise<boolean> {
  const state = app.platform.socketWork({ tenantId, readOnly: true }, requireActiveTenant);
  return state.then(
    ({ planExpired }) => planExpired,
    () => false, // offline, disabled or unreachable: reported elsewhere
  );
}

/** Events published while Redis was unavailable are lost, so every client fetches missed events, and all connections are rechecked. */
function resyncClients(io: LiveServer, access: AccessRecheck, presence: PresenceTracker): void {
  io.local.emit("resync");
  presence.refresh();
  void access.everyone();
}

/**
 * Runs whenever the subscriptions are established, including the first time: sockets opened earlier received nothing until then. Redis
 * answers in order, so subscriptions sent before the ping are active when it is answered.
 */
function onceSubscribed(redis: Redis, run: () => void): void {
  redis.on("ready", () => void redis.ping().then(run, () => {}));
}

/**
 * Joins the rooms that every connection belongs to: the user's and the tenant's. Connections that view as another user receive no personal
 * events of that user and are closed when the viewing session expires.
 */
function joinOwnRooms(socket: LiveSocket): void {
  const { tenantId, person, viewing, external } = socket.data;
  if (external) void socket.join(externalUsersRoomOf(tenantId));
  if (!viewing) {
    void socket.join(joinedRoomsOf(socket.data, [userStream(person.id), tenantStream(tenantId)]));
    return;
  }
  void socket.join([
    ...joinedRoomsOf(socket.data, [tenantStream(tenantId)]),
    ...viewersRoomsOf(tenantId, [person.id, viewing.viewer.id]),
  ]);
  const over = setTimeout(() => socket.disconnect(true), viewing.until.getTime() - Date.now()).unref();
  socket.on("disconnect", () => clearTimeout(over));
}
