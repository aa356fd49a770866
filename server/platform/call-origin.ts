import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem } from "../../shared/kernel/problems";
import { browserName } from "../../shared/kernel/browser-name";

/** Origin of a call and, once known, its user: for log entries and the security log. */
export interface CallOrigin {
  /** Client address as reported by the configured proxies, never an unverified header. */
  address: string;
  /** Browser and operating system, for example "Firefox, Windows". */
  device: string | null;
  /** Method and route without ids or query, for example "POST /auth/login". */
  call: string;
  requestId: string;
  tenantId: number | null;
  userId: number | null;
  sessionId: number | null;
  /** Key of the caller's limits: the user or, before sign-in, the network. Absent for work without a call. */
  caller?: string;
}

/** Records the origin of each call before any other hook. */
export function trackCallOrigins(app: FastifyInstance): void {
  app.decorateRequest("origin", null as unknown as CallOrigin);
  app.addHook("onRequest", async (request) => {
    // The connection was lost with the last byte of the request: no client waits for a response, so it isn't a server error.
    if ((request.ip as string | undefined) === undefined) throw new Problem("request.malformed");
    request.origin = originOf(request);
  });
}

function originOf(request: FastifyRequest): CallOrigin {
  const { ip, id, method, headers, routeOptions } = request;
  return {
    address: ip.slice(0, 64),
    device: browserName(headers["user-agent"])?.slice(0, 120) ?? null,
    call: `${method} ${routeOptions.url ?? "none"}`.slice(0, 200),
    requestId: id,
    tenantId: null,
    userId: null,
    sessionId: null,
  };
}

declare module "fastify" {
  interface FastifyRequest {
    origin: CallOrigin;
  }
}
