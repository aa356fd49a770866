import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import { parseQuery } from "./body";
import { type CallOrigin, trackCallOrigins } from "../call-origin";
import { refuseCrossSite } from "./cross-site";
import { rejectMalformedHosts } from "./host";
import type { Platform } from "../platform";
import { sendProblem } from "./problems";
import { trackAccountLanguage } from "./reader-language";
import { CallerRegistry } from "../limits/call-limits";
import { limits } from "../limits/limits";
import { RefusalLog } from "../security-log";

const nowhere = { tenantId: null, userId: null, address: null };
const saneId = /^[\w.-]{8,64}$/;

export function createHttp(
  platform: Platform,
  callLimits = limits.calls,
  idleMs = limits.http.idleMs,
): FastifyInstance {
  const { config, log } = platform;
  const app = Fastify({
    loggerInstance: log,
    // Requests are logged below instead: the default entry contains the full URL, with tokens in its query.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request" }),
    trustProxy: config.trustedProxies > 0 && ((_address: string, hop: number) => hop < config.trustedProxies),
    requestIdHeader: false,
    genReqId: (request: IncomingMessage) => {
      const requestId = request.headers["x-request-id"];
      return typeof requestId === "string" && saneId.test(requestId) ? requestId : randomUUID();
    },
    exposeHeadRoutes: false, // a HEAD would run a GET that changes state
    bodyLimit: limits.body.publicJson, // routes that authenticate senders first allow more: see `authenticatedBody`
    requestTimeout: limits.http.requestMs,
    http: { maxHeaderSize: limits.http.header },
    connectionTimeout: idleMs, // live sockets disable it for themselves
    keepAliveTimeout: limits.http.keepAliveMs,
    forceCloseConnections: "idle",
    return503OnClosing: true,
    routerOptions: {
      maxParamLength: limits.http.pathParameter,
      ignoreTrailingSlash: true,
      querystringParser: parseQuery,
    },
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request as never, reply as never);
    },
  }) as unknown as FastifyInstance;
  app.decorate("platform", platform);
  app.decorate("callers", new CallerRegistry(callLimits));
  app.decorate("refusals", new RefusalLog(platform));
  app.server.maxConnections = limits.http.connections;
  trackCallOrigins(app);
  trackAccountLanguage(app);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  rejectMalformedHosts(app);
  refuseCrossSite(app);
  app.addHook("onRequest", async (request) => request.routeOptions.config.guard?.(request));
  app.addHook("onResponse", async (request, reply) => {
    // Logs the route instead of the path (which may contain ids and queries) and the user, for investigations.
    const { tenantId, userId, address } = (request.origin as CallOrigin | null) ?? nowhere; // null if the URL was invalid
    request.log.info(
      {
        tenant: tenantId,
        user: userId,
        address,
        method: request.method,
        route: request.routeOptions.url ?? "none",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
  });
  return app;
}

declare module "fastify" {
  interface FastifyInstance {
    refusals: RefusalLog;
  }
  interface FastifyContextConfig {
    /** Check before any other part of the call, also for other methods on the path that `honourMethodOverride` serves. */
    guard?: (request: FastifyRequest) => void;
  }
}
