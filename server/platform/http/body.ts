import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import qs from "qs";
import { Problem } from "../../../shared/kernel/problems";
import { jsonLimitViolation } from "./json-limits";
import { limits } from "../limits/limits";
import { bearerToken, findCaller } from "../session";

/** A file of a multipart request, in memory. `files` detects its real type from the content. */
export interface UploadedFile {
  field: string;
  name: string;
  bytes: Buffer;
}

const {
  json: maxJsonBytes,
  file: maxFileBytes,
  files: maxFiles,
  upload: maxUploadBytes,
  depth,
  values,
  fields,
} = limits.body;

const nested = {
  depth: 7,
  arrayLimit: 200,
  parameterLimit: fields,
  allowPrototypes: false,
  strictDepth: true,
  throwOnLimitExceeded: true,
} as const;

/** Parses `a[b][0]=1&a[b][1]=2` to nested objects. */
function parseNested(text: string): unknown {
  try {
    return qs.parse(text, nested);
  } catch (error) {
    // qs throws for two reasons: nesting too deep, or too many values.
    throw new Problem(/depth/i.test((error as Error).message) ? "request.tooDeep" : "request.tooLarge");
  }
}

/** Query strings can't be rejected during route lookup, so values beyond the limits stay unparsed. */
export function parseQuery(text: string): Record<string, unknown> {
  return qs.parse(text, { depth: 3, arrayLimit: 200, parameterLimit: 200, allowPrototypes: false }) as Record<
    string,
    unknown
  >;
}

/** Registers a JSON parser for a content type; it rejects bodies with more than `most` values. */
export function registerJsonParser(app: FastifyInstance, type: string, most = values): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>(type, { parseAs: "string" }, (request, text, done) => {
    if (text.trim() === "") return done(null, undefined); // an empty body from a client that always sends the JSON type
    const beyond = jsonLimitViolation(text, depth, most);
    if (beyond) return done(new Problem(beyond));
    return parseJson(request, text, done);
  });
}

/** Authenticates the sender of a body before it is read. Throws a problem for unknown senders. */
export type AuthenticateSender = (request: FastifyRequest) => Promise<void>;

/** Options of routes whose bodies are read for authenticated senders only, and may then be long and contain files. */
export const authenticatedBody = (authenticateSender: AuthenticateSender, acceptsLargeFile = false) => ({
  bodyLimit: maxJsonBytes,
  config: { authenticateSender, acceptsLargeFile },
});

/** Parses JSON, forms and multipart to one kind of body with nested keys. Other types are rejected. */
export async function registerBodyParsers(
  app: FastifyInstance,
  isKnown: (request: FastifyRequest) => boolean = (request) => !app.callers.isStranger(request),
  takeSlot: (request: FastifyRequest, reply: FastifyReply) => Promise<void> = (...call) => takeUploadSlot(app, ...call),
): Promise<void> {
  checkSendersOfBodies(app, isKnown);
  app.removeAllContentTypeParsers();
  registerJsonParser(app, "application/json");
  app.addContentTypeParser<string>(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: FastifyRequest, text: string) => parseNested(text),
  );
  await app.register(multipart, {
    limits: {
      fieldNameSize: 300,
      fieldSize: maxJsonBytes,
      fields,
      fileSize: maxFileBytes,
      files: maxFiles,
      parts: fields + maxFiles,
      headerPairs: 20,
    },
  });
  app.decorateRequest("uploads", null as unknown as UploadedFile[]);
  app.addHook("onRequest", async (request) => {
    request.uploads = [];
  });
  app.addHook("preValidation", async (request, reply) => {
    if (!request.isMultipart()) return;
    const isAuthenticated = request.routeOptions.config.authenticateSender !== undefined;
    if (isAuthenticated) await takeSlot(request, reply);
    const isLarge = request.routeOptions.config.acceptsLargeFile === true;
    request.body = await readParts(request, isAuthenticated ? maxFiles : 0, isLarge ? maxUploadBytes : maxFileBytes);
  });
}

/**
 * Refuses bodies before they are read, on all paths: parsing a megabyte for a stranger delays other requests. Runs after the guards of the
 * route. The connection is closed, since Node would otherwise read the rest of the body to reuse it.
 */
function checkSendersOfBodies(app: FastifyInstance, isKnown: (request: FastifyRequest) => boolean): void {
  app.addHook("preParsing", async (request, reply) => {
    if (!hasBody(request)) return;
    try {
      await checkSender(request, isKnown);
    } catch (error) {
      reply.header("connection", "close");
      throw error;
    }
  });
}

/** @throws Problem 404 on an unknown path, 413 for a long multipart body without a session; as `authenticateSender` on other routes. */
async function checkSender(request: FastifyRequest, isKnown: (request: FastifyRequest) => boolean): Promise<void> {
  if (request.is404) throw new Problem("notFound");
  const { authenticateSender } = request.routeOptions.config;
  // Files are held in memory, so that their sender is authenticated each time.
  const isMultipart = /multipart\//i.test(request.headers["content-type"] ?? "");
  if (authenticateSender) {
    if (isMultipart || !isKnown(request)) await authenticateSender(request);
    return;
  }
  // Parsers of other types enforce `bodyLimit`; multipart bodies are parsed as a stream.
  const { "content-length": length = Number.POSITIVE_INFINITY } = request.headers;
  if (isMultipart && Number(length) > limits.body.publicJson) throw new Problem("request.tooLarge");
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

async function takeUploadSlot(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await app.callers.takeUpload(await app.platform.tenants.tenantOf(request.hostname), request, reply);
}

/**
 * Requires a session or personal token.
 * @throws Problem 401 for a missing or unknown token; 404 for an unknown and 423 for an inactive tenant.
 */
export async function authenticateUser(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  const tenantId = await app.platform.tenants.tenantOf(request.hostname);
  await requireAuthenticated(app, tenantId, bearerToken(request.headers.authorization));
}

/**
 * Checks the token before work that is more expensive than reading the session.
 * @throws Problem 401 for an unknown token; 423 for an inactive tenant.
 */
export async function requireAuthenticated(
  app: FastifyInstance,
  tenantId: number,
  token: string | null,
): Promise<void> {
  const found = await app.platform.unitOfWork({ tenantId, readOnly: true }, (tx) => findCaller(tx, token));
  if (!found) throw new Problem("session.required");
  const { tenantId: ofTenant, id, viewing } = found.actor;
  app.callers.know(token, { tenantId: ofTenant, id: viewing?.viewer.id ?? id });
}

/** Browsers escape only quotes and line ends in file names (HTML, multipart/form-data encoding algorithm). */
const fileNameOf = (sent = ""): string => sent.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");

/** `files` is the highest number of files; 0 for unauthenticated callers. `fileSize` is the limit of each in bytes. */
async function readParts(request: FastifyRequest, files: number, fileSize: number): Promise<unknown> {
  const pairs: string[] = [];
  let textBytes = 0;
  let left = maxUploadBytes;
  try {
    for await (const part of request.parts({ limits: { files, fileSize } })) {
      if (part.type === "field") {
        if (part.fieldnameTruncated || part.valueTruncated) throw new Problem("request.tooLarge");
        const value = typeof part.value === "string" ? part.value : JSON.stringify(part.value);
        textBytes += part.fieldname.length + value.length;
        if (textBytes > maxJsonBytes) throw new Problem("request.tooLarge");
        pairs.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(value)}`);
        continue;
      }
      const bytes = await part.toBuffer().catch((error) => {
        if ((error as { code?: string }).code !== "FST_REQ_FILE_TOO_LARGE") throw error;
        // The text of the field names the limit of attachments.
        const errors = fileSize === maxFileBytes ? { [part.fieldname]: ["file.tooLarge" as const] } : undefined;
        throw new Problem("request.tooLarge", errors && { errors });
      });
      left -= bytes.length;
      if (left < 0) throw new Problem("request.tooLarge");
      request.uploads.push({ field: part.fieldname, name: fileNameOf(part.filename), bytes });
    }
  } catch (error) {
    request.raw.unpipe(); // discards the rest so that the response can be sent
    request.raw.resume();
    if (files === 0 && (error as { code?: string }).code === "FST_FILES_LIMIT") throw new Problem("session.required");
    // Errors of exceeded limits have their own status; all other errors mean that the body can't be parsed.
    if (error instanceof Problem || (error as { statusCode?: number }).statusCode !== undefined) throw error;
    throw new Problem("request.malformed");
  }
  return parseNested(pairs.join("&"));
}

declare module "fastify" {
  interface FastifyRequest {
    uploads: UploadedFile[];
  }
  interface FastifyContextConfig {
    /** Routes without it accept no files and no body longer than `limits.body.publicJson`. */
    authenticateSender?: AuthenticateSender;
    acceptsLargeFile?: boolean;
  }
}
