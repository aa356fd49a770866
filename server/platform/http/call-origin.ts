import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem } from "../../../shared/kernel/problems";
import { browserName } from "../../../shared/session/browser.rules";

/** From where a call comes and, as far as that is known by now, whose it is: for log lines and the security log. */
export interface CallOrigin {
  /** As the announced proxies say; never what a caller claims. */
  address: string;
  /** "Firefox, Windows" */
  device: string | null;
  /** "POST /auth/login": the route, with no ids or queries in it. */
  call: string;
  requestId: string;
  tenantId: number | null;
  userId: number | null;
  sessionId: number | null;
  /** By what callers.ts knows them: a person, or until then a network. Absent where nobody has asked. */
  caller?: string;
}

/** Notes where each call comes from, before anything of it is looked at. */
export function noteOrigins(app: FastifyInstance): void {
  app.decorateRequest("origin", null as unknown as CallOrigin);
  app.addHook("onRequest", async (request) => {
    // The connection broke off with the request's last byte: nobody waits for an answer, and it is no failure of ours.
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
