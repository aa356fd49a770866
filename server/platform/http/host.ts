import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem } from "../../../shared/kernel/problems";
import type { Config } from "../../config";

/** A name or an address with or without a port, and nothing else: it goes into headers and names the tenant. */
const hostShape = /^(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Refuses what isn't addressed to a plain host, on every path and before anything else looks at it. Node and proxies read
 * a strange `Host` differently from each other; who sends one wants just that.
 */
export function requirePlainHost(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    if (!isPlain(request)) throw new Problem("request.malformed");
  });
}

function isPlain({ raw, host, protocol }: FastifyRequest): boolean {
  const named = [raw.headers.host ?? "", host].every((each) => hostShape.test(each));
  return named && hostsOf(raw) === 1 && ["http", "https"].includes(protocol) && (raw.url ?? "").startsWith("/");
}

/** Node keeps the first of several `Host` lines, a proxy perhaps the last. */
function hostsOf({ rawHeaders, headers }: IncomingMessage): number {
  const names = rawHeaders.filter((_, at) => at % 2 === 0);
  return names.filter((name) => name.toLowerCase() === "host").length || (headers.host === undefined ? 0 : 1);
}

/**
 * The host that a request is meant for: `X-Forwarded-Host` of an announced proxy, or `Host`, as Fastify has it for calls.
 * For those who have no request of Fastify's: sockets. Null when it isn't plain.
 */
export function hostOf(request: IncomingMessage, config: Pick<Config, "trustedProxies">): string | null {
  const named = request.headers.host ?? "";
  const forwarded = config.trustedProxies > 0 && [request.headers["x-forwarded-host"]].flat().at(-1);
  const host = forwarded ? (forwarded.split(",").at(-1) as string).trim() : named;
  return hostsOf(request) === 1 && hostShape.test(named) && hostShape.test(host) ? host : null;
}
