import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { placeUntilAnswered } from "./in-flight";
import { tenantFor } from "./serve";

/** A file that was put together for whoever asked for it. */
export interface MadeFile {
  bytes: Buffer;
  type: string;
  name: string;
}

/** Kinds of files that we make. */
export const madeTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
} as const;

/**
 * Serves a file that is made for the call. Not in the contract, since the answer is no JSON: the guards are the handler's to ask, in
 * their order. Making one takes time and memory, so that it waits for its turn as long lists do, and holds it until it is made. Until it is
 * read it counts among the answers that stand in memory.
 */
export function serveMade(
  app: FastifyInstance,
  path: string,
  make: (tenantId: number, request: FastifyRequest, reply: FastifyReply) => Promise<MadeFile>,
): void {
  app.get(path, async (request, reply) => {
    const tenantId = await tenantFor(app, request);
    const done = await app.callers.takeLong(tenantId, request, (leave) => void reply.raw.once("close", leave));
    try {
      const asker = { tenantId, caller: app.callers.nameOf(request), kind: path };
      const place = await placeUntilAnswered(app.callers.answers, asker, reply);
      const { bytes, type, name } = await make(tenantId, request, reply);
      place.holds(bytes.length);
      return await reply
        .header("cache-control", "no-store")
        .header("content-disposition", `attachment; filename="${name}"`)
        .type(type)
        .send(bytes);
    } finally {
      done();
    }
  });
}
