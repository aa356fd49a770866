import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import SCIMMY from "scimmy";
import type { Problem } from "../../shared/kernel/problems";
import { askedAt } from "../platform/http/asked-at";
import { readJson } from "../platform/http/body";
import { problemBody, problemOf, report } from "../platform/http/problems";
import { languageFor } from "../platform/http/reader-language";
import { placeUntilAnswered } from "../platform/http/serve/in-flight";
import { tenantFor } from "../platform/http/serve/serve";
import type { Unit } from "../platform/http/serve/serve-in-steps";
import { bearerToken } from "../platform/session";
import { admitDirectory, noteScimUse } from "./scim-caller.service";
import { withSafeNames } from "./scim.filter";
import { refusal } from "./scim.present";

const type = "application/scim+json";
const prefix = "/scim/v2";
/** A group of five thousand, with all that directories say of each member. */
const mostValues = 25_000;

interface ScimCall {
  tenantId: number;
  /** Each as the directory. */
  unit: Unit;
  /** For what is written to people when the answer has left: the directory may have ended by then. */
  afterwards: { unit: Unit; reply: FastifyReply };
  id: string | undefined;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  /** The version that the directory says it changes. */
  known: string | undefined;
  /** What newcomers become. */
  roleId: number;
  /** Where the calls are, for addresses in answers. */
  address: string;
}

interface ScimAnswer {
  status?: 201 | 204;
  /** Or its JSON, where it is long and was put together in pieces. */
  body?: object | string;
  etag?: string;
}

type Handler = (call: ScimCall) => Promise<ScimAnswer>;

interface Kind {
  /** The answer may be megabytes: it is made when no other such answer to this directory is, as with calls of the contract. */
  long?: true;
}

export type Directory = (
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  handler: Handler,
  kind?: Kind,
) => void;

/**
 * Serves the calls of the organisation's directory: SCIM 2.0 (RFC 7643, RFC 7644). Not in the contract: shapes, media type and
 * refusals are the standard's.
 */
export function serveScim(app: FastifyInstance, register: (directory: Directory) => void): void {
  app.register(
    async (scope) => {
      readJson(scope, type, mostValues);
      scope.setErrorHandler((error, request, reply) => sendRefusal(error, request, reply));
      scope.setNotFoundHandler((_, reply) => refuse(reply, 404, "There is nothing at this address"));
      register((method, url, handler, { long } = {}) => {
        const handle = (request: FastifyRequest, reply: FastifyReply) => answer(app, request, reply, handler);
        scope.route({ method, url, handler: long ? inLine(app, handle) : handle });
      });
    },
    { prefix },
  );
}

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function inLine(app: FastifyInstance, handle: Handle): Handle {
  return async (request, reply) => {
    const tenantId = await tenantFor(app, request);
    const done = await app.callers.takeLong(tenantId, request, (leave) => void reply.raw.once("close", leave));
    try {
      return await handle(request, reply);
    } finally {
      done();
    }
  };
}

async function answer(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  handler: Handler,
): Promise<FastifyReply> {
  const tenantId = await tenantFor(app, request);
  const caller = (request.origin.caller = app.callers.nameOf(request));
  const { url: kind } = request.routeOptions;
  const place = await placeUntilAnswered(app.callers.answers, { tenantId, caller, ...(kind && { kind }) }, reply);
  const call = await admitted(app, request, reply, tenantId);
  const { status = 200, body, etag } = await handler(call);
  if (etag) reply.header("etag", etag);
  if (status === 201) reply.header("location", (body as { meta: { location: string } }).meta.location);
  if (etag && request.method === "GET" && request.headers["if-none-match"] === etag) return send(reply, 304);
  const text = typeof body === "object" ? JSON.stringify(body) : body;
  place.holds(text?.length ?? 0);
  return send(reply, status, text);
}

/** Whoever calls is the directory. @throws Problem as `admitDirectory`. */
async function admitted(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  tenantId: number,
): Promise<ScimCall> {
  const token = bearerToken(request.headers.authorization);
  const work: Unit = (run) => app.platform.unitOfWork({ tenantId, origin: request.origin }, run);
  const { roleId, stale, address } = await work(async (tx) => ({
    ...(await admitDirectory(tx, token)),
    address: `${(await askedAt(app.platform, request)(tx)).origin}${prefix}`,
  }));
  app.callers.know(token, { tenantId, id: 0 });
  if (stale) await work((tx) => noteScimUse(tx, token as string));
  return {
    tenantId,
    // The token may have ended meanwhile: what changes something asks again.
    unit: (run) =>
      work(async (tx) => {
        await admitDirectory(tx, token);
        return run(tx);
      }),
    afterwards: { unit: work, reply },
    id: (request.params as { id?: string }).id,
    query: request.query as Record<string, unknown>,
    body: withSafeNames(request.body),
    known: request.headers["if-match"],
    roleId,
    address,
  };
}

function send(reply: FastifyReply, status: number, text?: string): FastifyReply {
  reply.status(status).header("cache-control", "no-store");
  return text ? reply.type(`${type}; charset=utf-8`).send(text) : reply.send();
}

const refuse = (reply: FastifyReply, status: number, ...why: [detail: string, scimType?: string]): FastifyReply =>
  send(reply, status, JSON.stringify(refusal(status, ...why)));

function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof SCIMMY.Types.Error) {
    const { status, scimType, message } = error as unknown as { status: number; scimType: string; message: string };
    return refuse(reply, status, message, scimType);
  }
  const problem = problemOf(error);
  if (problem.status >= 500) report(error, problem, request);
  else request.server.refusals.note(request, problem);
  const { retryAfterSeconds } = problem.detail;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  const { status, scimType } = inStandard(problem);
  const { message, errors } = problemBody(problem, languageFor(request));
  const fields = Object.entries(errors ?? {}).map(([field, texts]) => `${field}: ${texts.join(" ")}`);
  return refuse(reply, status, [...(fields.length > 0 ? fields : [message])].join(" "), scimType);
}

/** Our refusals in the standard's words. */
function inStandard({ code, status, detail }: Problem): { status: number; scimType?: string } {
  if (code === "request.malformed" || code === "request.tooDeep") return { status, scimType: "invalidSyntax" };
  if (status !== 422) return { status };
  const taken = Object.values(detail.errors ?? {}).some((texts) => texts.includes("field.taken"));
  return taken ? { status: 409, scimType: "uniqueness" } : { status: 400, scimType: "invalidValue" };
}
