import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { Problem } from "../../../shared/kernel/problems";

const reading = new Set(["GET", "HEAD", "OPTIONS"]);
/** `none` is a person who typed the address; browsers of before say nothing. */
const ownSites = new Set([undefined, "same-origin", "none"]);

/**
 * Whether a browser says that a page of somebody else's sends this. Programs that are no browsers say neither. By name
 * alone: a proxy may have another port than what stands behind it.
 */
export function isCrossSite(headers: IncomingHttpHeaders, host: string): boolean {
  if (!ownSites.has(headers["sec-fetch-site"] as string | undefined)) return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || nameOf(new URL(origin).host) !== nameOf(host);
}

const nameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, "");

/**
 * Refuses what another site's page sends and what isn't mere reading. Calls of those who are signed in carry a token that
 * no other page has; what needs none, signing in before all, could be sent by a form of anybody's, and would leave its
 * cookies here. Pages of sibling hosts count as others: they are other tenants'.
 */
export function refuseCrossSite(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    if (!reading.has(request.method) && isCrossSite(request.headers, request.host))
      throw new Problem("session.crossSite");
  });
}
