import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { DataSource } from "typeorm";
import type { AnyObjectSchema, InferType } from "yup";
import type { Endpoint } from "../../../shared/kernel/endpoint";
import { Problem } from "../../../shared/kernel/problems";
import { isWithinPrivateNetwork } from "../../platform/addresses";
import { textFor } from "../../platform/http/reader-language";
import { withMessage } from "../../platform/http/serve/answers";
import { validatedInputOf } from "../../platform/http/serve/input";
import type { Translate } from "../../platform/text";
import { type Operator, requireOperator } from "./operator-session.service";

interface OpenCall<P extends AnyObjectSchema, Q extends AnyObjectSchema, B extends AnyObjectSchema> {
  owner: DataSource;
  params: InferType<P>;
  query: InferType<Q>;
  body: InferType<B>;
  text: Translate;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface OperatorCall<P extends AnyObjectSchema, Q extends AnyObjectSchema, B extends AnyObjectSchema>
  extends OpenCall<P, Q, B> {
  operator: Operator;
}

/**
 * Serves a call to signed-in operators. The guards run in this order: private network and private host (404, before the body is read),
 * session (401), input (422). Tenants and their sessions aren't involved.
 */
export function serveOperator<
  P extends AnyObjectSchema,
  Q extends AnyObjectSchema,
  B extends AnyObjectSchema,
  R extends AnyObjectSchema,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handler: (call: OperatorCall<P, Q, B>) => Promise<InferType<R>>,
): void {
  register(app, endpoint, async (owner, request, reply) => {
    const operator = await requireOperator(owner, request);
    return handler({ ...validatedInputOf(endpoint, request), owner, operator, text: textFor(request), request, reply });
  });
}

/** Like `serveOperator`, without a session. */
export function serveOperatorSignIn<
  P extends AnyObjectSchema,
  Q extends AnyObjectSchema,
  B extends AnyObjectSchema,
  R extends AnyObjectSchema,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handler: (call: OpenCall<P, Q, B>) => Promise<InferType<R>>,
): void {
  register(app, endpoint, (owner, request, reply) =>
    handler({ ...validatedInputOf(endpoint, request), owner, text: textFor(request), request, reply }),
  );
}

function requirePrivateNetwork(request: FastifyRequest): void {
  if (!isWithinPrivateNetwork(request)) throw new Problem("notFound");
}

type Run = (owner: DataSource, request: FastifyRequest, reply: FastifyReply) => Promise<object>;

function register(app: FastifyInstance, endpoint: Endpoint<never, never, never, never> | object, run: Run): void {
  const { method, path, status } = endpoint as Endpoint;
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
