import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import qs from "qs";
import { Problem } from "../../../shared/kernel/problems";
import { placeUntilAnswered } from "./serve/in-flight";
import { jsonBeyond } from "./json-depth";
import { mostValues } from "./validate";
import { bearerToken, findCaller } from "../session";

/** A file of a multipart request, in memory. What it really is, `files` finds out from its content. */
export interface Upload {
  field: string;
  name: string;
  bytes: Buffer;
}

export const fileBytes = 5 * 1024 * 1024;
export const jsonBytes = 1024 * 1024;
const filesAtOnce = 10;
const uploadBytes = 25 * 1024 * 1024;
const nesting = 12;

const nested = {
  depth: 6,
  arrayLimit: 200,
  parameterLimit: 2_000,
  allowPrototypes: false,
  strictDepth: true,
  throwOnLimitExceeded: true,
} as const;

/** `a[b][0]=1&a[b][1]=2` as nested objects. */
function parseNested(text: string): unknown {
  try {
    return qs.parse(text, nested);
  } catch (error) {
    // qs throws for two reasons: depth, and too many of something.
    throw new Problem(/depth/i.test((error as Error).message) ? "request.tooDeep" : "request.tooLarge");
  }
}

/** Query strings can't be refused while routes are looked up; what is beyond the limits is left as it is. */
export function parseQuery(text: string): Record<string, unknown> {
  return qs.parse(text, { depth: 3, arrayLimit: 200, parameterLimit: 200, allowPrototypes: false }) as Record<
    string,
    unknown
  >;
}

/** Reads bodies of this type as JSON; with more than so many values they aren't. */
export function readJson(app: FastifyInstance, type: string, values = Number.POSITIVE_INFINITY): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>(type, { parseAs: "string", bodyLimit: jsonBytes }, (request, text, done) => {
    if (text.trim() === "") return done(null, undefined); // a call without a body, sent by a client that always says JSON
    const beyond = jsonBeyond(text, nesting, values);
    if (beyond) return done(new Problem(beyond));
    return parseJson(request, text, done);
  });
}

/** JSON, forms and multipart, all as one kind of body with nested keys. Nothing else is taken. */
export async function readBodies(
  app: FastifyInstance,
  sender: (request: FastifyRequest) => Promise<boolean> = (request) => isKnown(app, request),
  room: (request: FastifyRequest, reply: FastifyReply) => Promise<void> = (...call) => waitForRoom(app, ...call),
): Promise<void> {
  app.removeAllContentTypeParsers();
  readJson(app, "application/json", mostValues);
  app.addContentTypeParser<string>(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: jsonBytes },
    async (_request: FastifyRequest, text: string) => parseNested(text),
  );
  await app.register(multipart, {
    limits: {
      fieldNameSize: 300,
      fieldSize: jsonBytes,
      fields: 2_000,
      fileSize: fileBytes,
      files: filesAtOnce,
      parts: 2_000 + filesAtOnce,
      headerPairs: 20,
    },
  });
  app.decorateRequest("uploads", null as unknown as Upload[]);
  app.addHook("onRequest", async (request) => {
    request.uploads = [];
  });
  app.addHook("preValidation", async (request, reply) => {
    if (!request.isMultipart()) return;
    const known = await sender(request);
    if (known) await room(request, reply);
    request.body = await readParts(request, known ? filesAtOnce : 0);
  });
}

/** Files stand in memory until the call is answered, as long as they are announced to be, or may be. */
async function waitForRoom(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const tenantId = await app.platform.tenants.tenantOf(request.hostname);
  const place = await placeUntilAnswered(app.callers.uploads, { tenantId, caller: app.callers.nameOf(request) }, reply);
  place.holds(Math.min(Number(request.headers["content-length"] ?? uploadBytes), uploadBytes));
}

/**
 * Whether somebody sends this: asked before a byte of it is read, since files stand in memory.
 * @throws Problem 401 for a token that is nobody's; 404 and 423 as everywhere.
 */
async function isKnown(app: FastifyInstance, request: FastifyRequest): Promise<boolean> {
  if (request.headers.authorization === undefined) return false;
  const tenantId = await app.platform.tenants.tenantOf(request.hostname);
  const token = bearerToken(request.headers.authorization);
  await requireKnown(app, tenantId, token);
  return true;
}

/**
 * Somebody calls with it: asked before work is done for them that is more than reading.
 * @throws Problem 401 for a token that is nobody's; 423 as everywhere.
 */
export async function requireKnown(app: FastifyInstance, tenantId: number, token: string | null): Promise<void> {
  const found = await app.platform.unitOfWork({ tenantId, readOnly: true }, (tx) => findCaller(tx, token));
  if (!found) throw new Problem("session.required");
  const { tenantId: ofTenant, id, viewing } = found.actor;
  app.callers.know(token, { tenantId: ofTenant, id: viewing?.viewer.id ?? id });
}

/** Strangers send no files. */
async function readParts(request: FastifyRequest, files: number): Promise<unknown> {
  const pairs: string[] = [];
  let textBytes = 0;
  let left = uploadBytes;
  try {
    for await (const part of request.parts({ limits: { files } })) {
      if (part.type === "field") {
        if (part.fieldnameTruncated || part.valueTruncated) throw new Problem("request.tooLarge");
        const value = typeof part.value === "string" ? part.value : JSON.stringify(part.value);
        textBytes += part.fieldname.length + value.length;
        if (textBytes > jsonBytes) throw new Problem("request.tooLarge");
        pairs.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(value)}`);
        continue;
      }
      const bytes = await part.toBuffer().catch((error) => {
        if ((error as { code?: string }).code !== "FST_REQ_FILE_TOO_LARGE") throw error;
        throw new Problem("request.tooLarge", { errors: { [part.fieldname]: ["file.tooLarge"] } });
      });
      left -= bytes.length;
      if (left < 0) throw new Problem("request.tooLarge");
      request.uploads.push({ field: part.fieldname, name: part.filename ?? "", bytes });
    }
  } catch (error) {
    request.raw.unpipe(); // the rest is read to nowhere, so that the answer can be sent
    request.raw.resume();
    if (files === 0 && (error as { code?: string }).code === "FST_FILES_LIMIT") throw new Problem("session.required");
    // Limits have a status of their own; everything else is the parser that can't make sense of it.
    if (error instanceof Problem || (error as { statusCode?: number }).statusCode !== undefined) throw error;
    throw new Problem("request.malformed");
  }
  return parseNested(pairs.join("&"));
}

declare module "fastify" {
  interface FastifyRequest {
    /** Files of a multipart body, by field. */
    uploads: Upload[];
  }
}
