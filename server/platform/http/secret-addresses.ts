import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../../../shared/kernel/problems";
import type { Tx } from "../database/unit-of-work";
import { placeUntilAnswered } from "./serve/in-flight";
import { tenantFor } from "./serve/serve";

interface Feed {
  /** What it is called where it is kept as a file. */
  name: string;
  calendar(tx: Tx, token: string, request: FastifyRequest): Promise<string>;
}

type Of = { Params: { file: string } };

/**
 * Serves `GET <path>/<token>.ics`, for programs that can't sign in. Not in the contract: its answer is no JSON. How long a calendar is
 * is known when it is made, so it waits for its turn, and for what is unread, as long lists do.
 */
export function serveFeed(app: FastifyInstance, path: string, { name, calendar }: Feed): void {
  const url = `${path}/:file`;
  app.get<Of>(url, async (request, reply) => {
    const token = /^([A-Za-z0-9_-]{20,200})\.ics$/.exec(request.params.file)?.[1];
    if (!token) throw new Problem("notFound");
    const tenantId = await tenantFor(app, request);
    const done = await app.callers.takeSecret(tenantId, token, (leave) => void reply.raw.once("close", leave));
    try {
      const asker = { tenantId, caller: app.callers.nameOf(request), kind: url };
      const place = await placeUntilAnswered(app.callers.answers, asker, reply);
      const ics = await app.platform.unitOfWork({ tenantId }, (tx) => calendar(tx, token, request));
      place.holds(ics.length);
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
