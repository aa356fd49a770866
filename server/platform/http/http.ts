import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import { parseQuery } from "./body";
import { type CallOrigin, noteOrigins } from "./call-origin";
import { callLimits, Callers } from "./callers";
import { refuseCrossSite } from "./cross-site";
import { requirePlainHost } from "./host";
import type { Platform } from "../platform";
import { sendProblem } from "./problems";
import { endThrownRequests } from "./thrown-requests";
import { noteLanguages } from "./reader-language";
import { limitConnections } from "./connections/per-address";
import { takeRequestsInTurn } from "./connections/requests-in-turn";
import { RefusalLog } from "../security-log";

const nowhere = { tenantId: null, userId: null, address: null };
/** Longer than any call takes to be answered. */
const usualUnreadMs = 120_000;
const saneId = /^[\w.-]{8,64}$/;

/** An empty server with its limits; nothing of the product is in it. */
export function createHttp(platform: Platform, limits = callLimits): FastifyInstance {
  const { config, log } = platform;
  const app = Fastify({
    loggerInstance: log,
    // Logged below: the ordinary line has the whole address, with tokens in its query.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request" }),
    trustProxy: config.trustedProxies > 0 && ((_address: string, hop: number) => hop < config.trustedProxies),
    requestIdHeader: false,
    genReqId: (request: IncomingMessage) => {
      const given = request.headers["x-request-id"];
      return typeof given === "string" && saneId.test(given) ? given : randomUUID();
    },
    exposeHeadRoutes: false, // a HEAD would run a GET that changes state
    requestTimeout: 120_000, // for the whole request to arrive: 5 MB on a slow line take a minute
    // Nothing comes and nothing is taken: an answer that nobody reads holds a place in line, and a file of the store, while it waits.
    // Screens' sockets set it to none for themselves.
    connectionTimeout: limits.unreadMs ?? usualUnreadMs,
    keepAliveTimeout: 72_000, // longer than a load balancer keeps its side
    forceCloseConnections: "idle",
    return503OnClosing: true,
    routerOptions: {
      maxParamLength: 8_000, // lists of ids in `sort-update`
      ignoreTrailingSlash: true,
      querystringParser: parseQuery,
    },
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request as never, reply as never);
    },
  }) as unknown as FastifyInstance;
  app.decorate("platform", platform);
  app.decorate("callers", new Callers(limits));
  app.decorate("refusals", new RefusalLog(platform));
  if (config.trustedProxies === 0) limitConnections(app.server);
  takeRequestsInTurn(app.server);
  endThrownRequests(app.server, log);
  noteOrigins(app);
  noteLanguages(app);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  requirePlainHost(app);
  refuseCrossSite(app);
  app.addHook("onResponse", async (request, reply) => {
    // The route, not the path: no ids of things, no queries. Who it was, for whoever has to find out.
    const { tenantId, userId, address } = (request.origin as CallOrigin | null) ?? nowhere; // an address that is none
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
}
