import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import SCIMMY from "scimmy";
import type { Problem } from "../../../shared/kernel/problems";
import { requestedAddress } from "../../platform/http/requested-address";
import { authenticatedBody, registerJsonParser } from "../../platform/http/body";
import { problemBody, problemFromError, logProblem } from "../../platform/http/problems";
import { languageFor } from "../../platform/http/reader-language";
import { resolveTenantOfCall } from "../../platform/http/serve/guards";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { bearerToken } from "../../platform/session";
import { authenticateDirectory, recordScimUse } from "./scim-caller";
import { withSafeNames } from "./scim.filter";
import { errorResponse } from "./scim.present";

const type = "application/scim+json";
const prefix = "/scim/v2";
/** Limit of JSON values in a body: enough for a group of five thousand members with all fields that directories send per member. */
const maxValues = 25_000;

interface ScimCall {
  tenantId: number;
  /** Runs transactions that act as the directory. */
  runTransaction: RunTransaction;
  /** Runs transactions for mails sent after the response. The directory's token isn't checked, since it may have been revoked by then. */
  mailContext: { unit: RunTransaction; reply: FastifyReply };
  id: string | undefined;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  /** The version in the `If-Match` header. */
  expectedVersion: string | undefined;
  defaultRoleId: number;
  /** Base URL for locations in responses. */
  baseUrl: string;
}

interface ScimAnswer {
  status?: 201 | 204;
  /** Serialized JSON for long responses, written in chunks. */
  body?: object | string;
  etag?: string;
}

type Handler = (call: ScimCall) => Promise<ScimAnswer>;

interface Kind {
  /** Set for responses of possibly several megabytes. Such calls run one at a time per directory, like expensive calls of the contract. */
  runsOneAtATime?: true;
}

export type RegisterScimRoute = (
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  handler: Handler,
  kind?: Kind,
) => void;

/**
 * Registers the SCIM 2.0 endpoints (RFC 7643, RFC 7644). They aren't in the contract, because schemas, media type and errors follow the
 * standard.
 */
export function serveScim(app: FastifyInstance, register: (directory: RegisterScimRoute) => void): void {
  app.register(
    async (scope) => {
      registerJsonParser(scope, type, maxValues);
      scope.setErrorHandler((error, request, reply) => sendRefusal(error, request, reply));
      scope.setNotFoundHandler((_, reply) => refuse(reply, 404, "There is nothing at this address"));
      register((method, url, handler, { runsOneAtATime } = {}) => {
        const handle = (request: FastifyRequest, reply: FastifyReply) => answer(app, request, reply, handler);
        const bodyOptions = authenticatedBody((request) => authenticateSender(app, request));
        scope.route({ method, url, ...bodyOptions, handler: runsOneAtATime ? inLine(app, handle) : handle });
      });
    },
    { prefix },
  );
}

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function inLine(app: FastifyInstance, handle: Handle): Handle {
  return async (request, reply) => {
    const tenantId = await resolveTenantOfCall(app, request);
    const done = await app.callers.takeExpensiveCall(tenantId, request, reply);
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
  const tenantId = await resolveTenantOfCall(app, request);
  request.origin.caller = app.callers.nameOf(request);
  const call = await admitted(app, request, reply, tenantId);
  const { status = 200, body, etag } = await handler(call);
  if (etag) reply.header("etag", etag);
  if (status === 201) reply.header("location", (body as { meta: { location: string } }).meta.location);
  if (etag && request.method === "GET" && request.headers["if-none-match"] === etag) return send(reply, 304);
  return send(reply, status, typeof body === "object" ? JSON.stringify(body) : body);
}

async function authenticateSender(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  const tenantId = await resolveTenantOfCall(app, request);
  const token = bearerToken(request.headers.authorization);
  await app.platform.unitOfWork({ tenantId, readOnly: true }, (tx) => authenticateDirectory(tx, token));
  app.callers.know(token, { tenantId, id: 0 });
}

/**
 * Authenticates the directory.
 * @throws Problem as `authenticateDirectory`.
 */
async function admitted(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  tenantId: number,
): Promise<ScimCall> {
  const token = bearerToken(request.headers.authorization);
  const work: RunTransaction = (run) => app.platform.unitOfWork({ tenantId, origin: request.origin }, run);
  const { roleId, stale, address } = await work(async (tx) => ({
    ...(await authenticateDirectory(tx, token)),
    address: `${(await requestedAddress(app.platform, request)(tx)).origin}${prefix}`,
  }));
  app.callers.know(token, { tenantId, id: 0 });
  if (stale) await work((tx) => recordScimUse(tx, token as string));
  return {
    tenantId,
    // Checks the token again in each transaction, since it may have been revoked meanwhile.
    runTransaction: (run) =>
      work(async (tx) => {
        await authenticateDirectory(tx, token);
        return run(tx);
      }),
    mailContext: { unit: work, reply },
    id: (request.params as { id?: string }).id,
    query: request.query as Record<string, unknown>,
    body: withSafeNames(request.body),
    expectedVersion: request.headers["if-match"],
    defaultRoleId: roleId,
    baseUrl: address,
  };
}

function send(reply: FastifyReply, status: number, text?: string): FastifyReply {
  reply.status(status).header("cache-control", "no-store");
  return text ? reply.type(`${type}; charset=utf-8`).send(text) : reply.send();
}

const refuse = (reply: FastifyReply, status: number, ...why: [detail: string, scimType?: string]): FastifyReply =>
  send(reply, status, JSON.stringify(errorResponse(status, ...why)));

function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof SCIMMY.Types.Error) {
    const { status, scimType, message } = error as unknown as { status: number; scimType: string; message: string };
    return refuse(reply, status, message, scimType);
  }
  const problem = problemFromError(error);
  if (problem.status >= 500) logProblem(error, problem, request);
  else request.server.refusals.note(request, problem);
  const { retryAfterSeconds } = problem.detail;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  const { status, scimType } = inStandard(problem);
  const { message, errors } = problemBody(problem, languageFor(request));
  const fields = Object.entries(errors ?? {}).map(([field, texts]) => `${field}: ${texts.join(" ")}`);
  return refuse(reply, status, [...(fields.length > 0 ? fields : [message])].join(" "), scimType);
}

function inStandard({ code, status, detail }: Problem): { status: number; scimType?: string } {
  if (code === "request.malformed" || code === "request.tooDeep") return { status, scimType: "invalidSyntax" };
  if (status !== 422) return { status };
  const isTaken = Object.values(detail.errors ?? {}).some((texts) => texts.includes("field.taken"));
  return isTaken ? { status: 409, scimType: "uniqueness" } : { status: 400, scimType: "invalidValue" };
}
