import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../../../shared/kernel/problems";
import type { Tx } from "../database/unit-of-work";
import { resolveTenantOfCall } from "./serve/guards";

interface Feed {
  name: string;
  calendar(tx: Tx, token: string, request: FastifyRequest): Promise<string>;
}

type Of = { Params: { secretFile: string } };

/**
 * Serves `GET <path>/<token>.ics` for programs that can't sign in. It isn't in the contract, because the response isn't JSON. Calls
 * with one secret run one at a time, so that a user can't occupy all slots of their address, and count as long answers. Proxies must not
 * log the secret (scripts/docker/nginx.conf).
 */
export function serveFeed(app: FastifyInstance, path: string, { name, calendar }: Feed): void {
  const url = `${path}/:secretFile`;
  app.get<Of>(url, async (request, reply) => {
    const token = /^([A-Za-z0-9_-]{20,200})\.ics$/.exec(request.params.secretFile)?.[1];
    if (!token) throw new Problem("notFound");
    const tenantId = await resolveTenantOfCall(app, request);
    const done = await app.callers.takeExpensiveCall(tenantId, request, reply, `feed ${token}`);
    try {
      const ics = await app.platform.unitOfWork({ tenantId }, (tx) => calendar(tx, token, request));
      return await send(request, reply, ics, name);
    } finally {
      done();
    }
  });
}

function send(request: FastifyRequest<Of>, reply: FastifyReply, ics: string, name: string): FastifyReply {
  const etag = `"${createHash("sha256").update(ics).digest("base64url").slice(0, 27)}"`;
  reply.header("etag", etag).header("cache-control", "private, no-cache").header("x-robots-tag", "noindex");
  if (request.headers["if-none-match"] === etag) return reply.status(304).send();
  return reply
    .type("text/calendar; charset=utf-8")
    .header("content-disposition", `inline; filename="${name}"`)
    .send(ics);
}
