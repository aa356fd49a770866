import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { DataSource } from "typeorm";
import type { Endpoint, ReplyOf } from "../../../shared/kernel/endpoint";
import { Problem } from "../../../shared/kernel/problems";
import { isWithinPrivateNetwork } from "../../platform/addresses";
import { textFor } from "../../platform/http/reader-language";
import { withMessage } from "../../platform/http/serve/answers";
import { type InputOf, validatedInputOf } from "../../platform/http/serve/input";
import type { Translate } from "../../platform/text";
import { type Operator, requireOperator } from "./operator-session.service";

interface OpenCall<E extends Endpoint> extends InputOf<E> {
  owner: DataSource;
  text: Translate;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface OperatorCall<E extends Endpoint> extends OpenCall<E> {
  operator: Operator;
}

/**
 * Serves a call to signed-in operators. The guards run in this order: private network and private host (404, before the body is read),
 * session (401), input (422). Tenants and their sessions aren't involved.
 */
export function serveOperator<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: OperatorCall<E>) => Promise<ReplyOf<E>>,
): void {
  register(app, endpoint, async (owner, request, reply) => {
    const operator = await requireOperator(owner, request);
    return handler({ ...validatedInputOf(endpoint, request), owner, operator, text: textFor(request), request, reply });
  });
}

/** Like `serveOperator`, without a session. */
export function serveOperatorSignIn<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: OpenCall<E>) => Promise<ReplyOf<E>>,
): void {
  register(app, endpoint, (owner, request, reply) =>
    handler({ ...validatedInputOf(endpoint, request), owner, text: textFor(request), request, reply }),
  );
}

function requirePrivateNetwork(request: FastifyRequest): void {
  if (!isWithinPrivateNetwork(request)) throw new Problem("notFound");
}

type Run = (owner: DataSource, request: FastifyRequest, reply: FastifyReply) => Promise<object>;

function register(app: FastifyInstance, endpoint: Endpoint, run: Run): void {
  const { method, path, status } = endpoint;
  app.route({
    method,
    url: path,
    config: { guard: requirePrivateNetwork },
    handler: async (request, reply) => {
      const answer = await run(await app.platform.owner.open(), request, reply);
      reply.header("cache-control", "no-store").status(status).type("application/json; charset=utf-8");
      return withMessage(answer, () => textFor(request)("answer.read"));
    },
  });
}
