import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { resolveTenantOfCall } from "./guards";

export interface GeneratedFile {
  /** A stream keeps its slot until the client has read it. */
  bytes: Buffer | Readable;
  type: string;
  name: string;
}

declare module "fastify" {
  interface FastifyContextConfig {
    generatedFile?: boolean;
  }
}

export const generatedFileTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
} as const;

export interface ExportedPeriod {
  from?: string | null;
  to?: string | null;
}

/** Name of an exported list without its extension: its content and period, or the day of the export if it has no period. */
export const exportName = (content: string, { from, to }: ExportedPeriod, today: string): string =>
  [content, from, to ?? today].filter(Boolean).join("-");

/**
 * Serves a file generated for the call. It isn't in the contract, because the response isn't JSON, so the handler runs the guards itself in
 * the usual order, and requires a session.
 */
export function serveGeneratedFile(
  app: FastifyInstance,
  path: string,
  make: (tenantId: number, request: FastifyRequest, reply: FastifyReply) => Promise<GeneratedFile>,
): void {
  app.get(path, { config: { generatedFile: true } }, async (request, reply) => {
    const tenantId = await resolveTenantOfCall(app, request);
    const done = await app.callers.takeGeneratedFile(tenantId, request, reply);
    try {
      const { bytes, type, name } = await make(tenantId, request, reply);
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
