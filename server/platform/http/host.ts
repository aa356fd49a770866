import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem } from "../../../shared/kernel/problems";
import type { Config } from "../../config";

/** A host name or address with an optional port. The value is used in headers and identifies the tenant. */
const hostShape = /^(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Rejects requests whose host doesn't match `hostShape`, on every path and before any other hook. Node and proxies parse an unusual `Host`
 * differently, which attackers exploit.
 */
export function rejectMalformedHosts(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    if (!isPlain(request)) throw new Problem("request.malformed");
  });
}

function isPlain({ raw, host, protocol }: FastifyRequest): boolean {
  const hasValidHosts = [raw.headers.host ?? "", host].every((each) => hostShape.test(each));
  return hasValidHosts && hostsOf(raw) === 1 && ["http", "https"].includes(protocol) && (raw.url ?? "").startsWith("/");
}

/** Node keeps the first of several `Host` headers; a proxy may use the last. */
function hostsOf({ rawHeaders, headers }: IncomingMessage): number {
  const names = rawHeaders.filter((_, at) => at % 2 === 0);
  return names.filter((name) => name.toLowerCase() === "host").length || (headers.host === undefined ? 0 : 1);
}

/**
 * The requested host as Fastify resolves it: `X-Forwarded-Host` of a configured proxy, or `Host`. Used for sockets, which have no Fastify
 * request. Null when it doesn't match `hostShape`.
 */
export function hostOfRequest(request: IncomingMessage, config: Pick<Config, "trustedProxies">): string | null {
  const hostHeader = request.headers.host ?? "";
  const forwarded = config.trustedProxies > 0 && [request.headers["x-forwarded-host"]].flat().at(-1);
  const host = forwarded ? (forwarded.split(",").at(-1) as string).trim() : hostHeader;
  return hostsOf(request) === 1 && hostShape.test(hostHeader) && hostShape.test(host) ? host : null;
}
