import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";
import { features } from "./features";

import { registerFilesRoutes } from "./platform/files/files.routes";
import { registerBodyParsers } from "./platform/http/body";
import { type CallLimits, limitCalls } from "./platform/limits/call-limits";
import { limits } from "./platform/limits/limits";
import { limitUploadBytes } from "./platform/limits/upload-quota";
import { serveOutbox } from "./platform/mail/dev-outbox";
import { serveExternal404 } from "./platform/http/external-404";
import { type ReadinessCheck, registerHealthEndpoints } from "./platform/http/health";
import { createHttp } from "./platform/http/http";
import { honourMethodOverride } from "./platform/http/method-override";
import { serveMetrics } from "./platform/http/metrics";
import { serveDocs } from "./platform/http/openapi";
import type { Platform } from "./platform/platform";
import { registerErrorHandlers } from "./platform/http/problems";
import { secureHeaders } from "./platform/http/security";
import { serveClient } from "./platform/http/serve-client";

export interface AppOptions {
  /** Named checks that must pass in addition to the database check before this process accepts requests. */
  readiness?: Record<string, ReadinessCheck>;
  clientFolder?: string;
  outboxKey?: string | null;
  callLimits?: Partial<CallLimits>;
  idleMs?: number;
}

/** Builds the HTTP application without listening: `main` listens, tests inject requests. */
export async function createApp(platform: Platform, options: AppOptions = {}): Promise<FastifyInstance> {
  const callLimits = { ...limits.calls, ...options.callLimits };
  const app = createHttp(platform, callLimits, options.idleMs);
  registerErrorHandlers(app);
  await secureHeaders(app);
  await app.register(compress, {
    threshold: 1024,
    encodings: ["br", "gzip"],
    brotliOptions,
    zlibOptions: { level: 4 },
  });
  await serveClient(app, options.clientFolder);
  limitCalls(app);
  limitUploadBytes(app, callLimits);
  await registerBodyParsers(app);
  registerHealthEndpoints(app, options.readiness);
  serveMetrics(app);
  serveExternal404(app);
  serveOutbox(app, options.outboxKey ?? null);
  await serveDocs(app);
  const addOverrides = honourMethodOverride(app);
  registerFilesRoutes(app);
  for (const { routes = [] } of features) for (const register of routes) register(app);
  addOverrides();
  await app.ready();
  return app;
}

/**
 * Brotli quality 3 instead of the default 11: each response is compressed during its request, and a higher quality would take longer than
 * the smaller response saves.
 */
const brotliOptions = { params: { [1]: 3 } };
