import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint, Method, ReplyOf } from "../../../../shared/kernel/endpoint";
import { requestedPageOf, type PageQuery } from "../../../../shared/kernel/paging";
import type { Tx } from "../../database/unit-of-work";
import { cleanTexts, richTextsOf } from "../../rich-text/rich-text-fields";
import { span } from "../../tracing/tracing";
import { type Actor, bearerToken } from "../../session";
import type { Translate } from "../../text";
import { authenticatedBody, authenticateUser, requireAuthenticated } from "../body";
import { replayOrRun } from "../idempotency";
import { languageFor, textFor } from "../reader-language";
import { NotModified, type RawJson, serializeForReader, withMessage } from "./answers";
import { authorizeCall, authorizePublicCall, resolveTenantOfCall } from "./guards";
import { type InputOf, validatedInputOf } from "./input";

interface PublicCall<E extends Endpoint> extends InputOf<E> {
  tx: Tx;
  text: Translate;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface Call<E extends Endpoint> extends PublicCall<E> {
  actor: Actor;
}

type Handler<Input, E extends Endpoint> = (call: Input) => Promise<ReplyOf<E> | RawJson | NotModified>;

/**
 * Serves a call of the contract to signed-in users. The guards run in the order that the specification requires: tenant exists, tenant
 * active, signed in, second factor set up if required, viewing as another user, plan not expired, feature in plan, scope of a personal
 * token, permission. The input is validated afterwards; access to rows is checked by the handler.
 */
export function serveEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<Call<E>, E>,
): void {
  register(app, endpoint, async (tx, request, reply) => {
    const actor = await authorizeCall(app, endpoint, tx, request, reply);
    const input = validatedInputOf(endpoint, request);
    const text = textFor(request);
    const run = () => handler({ ...input, tx, actor, text, request, reply });
    // Responses aren't stored for reads, nor for calls that return a secret, which must be new each time.
    const isReplayable = endpoint.method === "POST" && !endpoint.tellsSecret && !endpoint.readOnly;
    return serializeForReader<ReplyOf<E> | RawJson | NotModified>(actor, () =>
      isReplayable ? replayOrRun(tx, request, actor.id, endpoint.status, run) : run(),
    );
  });
}

export function servePublicEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<PublicCall<E>, E>,
): void {
  register(app, endpoint, async (tx, request, reply) => {
    await authorizePublicCall(endpoint, tx);
    tx.language = languageFor(request);
    const text = textFor(request);
    return handler({ ...validatedInputOf(endpoint, request), tx, text, request, reply });
  });
}

type Run = (tx: Tx, request: FastifyRequest, reply: FastifyReply) => Promise<object>;

function register(app: FastifyInstance, endpoint: Endpoint, run: Run): void {
  const { readOnly, body } = endpoint;
  const richTexts = richTextsOf(body);
  addRoute(app, endpoint, async (tenantId, request, reply) => {
    const long = richTexts(request.body);
    if (long.length > 0) await requireAuthenticated(app, tenantId, bearerToken(request.headers.authorization));
    const texts =
      long.length > 0 ? await cleanTexts(app.platform.childProcesses, long, app.callers.nameOf(request)) : undefined;
    const options = { tenantId, readOnly, origin: request.origin, texts };
    return app.platform.unitOfWork(options, (tx) => run(tx, request, reply));
  });
}

function isExpensive(expensive: Endpoint["expensive"], query: unknown): boolean {
  if (expensive === "unlessPaged") return requestedPageOf(query as PageQuery) === null;
  return typeof expensive === "function" ? expensive(query as Record<string, unknown>) : (expensive ?? false);
}

/** Registers a call of the contract on its path, for its method and sibling methods, and resolves the tenant from the host name. */
export function addRoute(
  app: FastifyInstance,
  endpoint: Endpoint,
  answerFor: (tenantId: number, request: FastifyRequest, reply: FastifyReply) => Promise<object>,
): void {
  const { method, path, status, siblings, expensive, access, readOnly, openWhen, fileBytes } = endpoint;
  app.platform.served.add(`${method} ${path}`);
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const tenantId = await resolveTenantOfCall(app, request);
    request.origin.caller = app.callers.nameOf(request);
    if (!readOnly && !openWhen?.includes("maintenance")) app.platform.notices.refuseDuringMaintenance();
    const release = isExpensive(expensive, request.query)
      ? await app.callers.takeExpensiveCall(tenantId, request, reply)
      : undefined;
    try {
      const answered = await answerFor(tenantId, request, reply);
      // Responses contain personal data, and a GET may change state, so neither may come from a cache unless it is checked each time.
      reply.header("cache-control", reply.hasHeader("etag") ? "private, no-cache" : "no-store");
      if (answered instanceof NotModified) return await reply.status(304).send();
      if (reply.statusCode === 200) reply.status(status);
      reply.type("application/json; charset=utf-8");
      return await withMessage(answered, () => textFor(request)("answer.read"));
    } finally {
      release?.();
    }
  };
  const handle = (request: FastifyRequest, reply: FastifyReply) =>
    span(
      `${request.method} ${path}`,
      {},
      () => answer(request, reply),
      request.headers.traceparent as string | undefined,
    );
  const bodyOptions =
    access === "signedIn" ? authenticatedBody((request) => authenticateUser(app, request), fileBytes) : {};
  for (const verb of [method, ...(siblings ?? [])] as Method[])
    app.route({ method: verb, url: path, ...bodyOptions, handler: handle });
}
