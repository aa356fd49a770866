import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { Problem } from "../../../shared/kernel/problems";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);
/** Accepted values of `Sec-Fetch-Site`. `none` is sent for a URL typed by the user; old browsers don't send the header. */
const sameSiteValues = new Set([undefined, "same-origin", "none"]);

/**
 * Whether the browser reports a request from another site's page. Non-browser clients send neither header. Compares host names only,
 * because a proxy may use another port than the server behind it.
 */
export function isCrossSite(headers: IncomingHttpHeaders, host: string): boolean {
  if (!sameSiteValues.has(headers["sec-fetch-site"] as string | undefined)) return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || nameOf(new URL(origin).host) !== nameOf(host);
}

const nameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, "");

/**
 * Rejects state-changing requests from other sites' pages. Authenticated calls carry a token that other pages don't have, but public calls
 * such as sign-in could be sent by any form and would set cookies here. Sibling hosts count as other sites: they are other tenants'.
 */
export function refuseCrossSite(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    if (!safeMethods.has(request.method) && isCrossSite(request.headers, request.host))
      throw new Problem("session.crossSite");
  });
}
