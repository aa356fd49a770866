import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AnyObjectSchema, InferType } from "yup";
import type { Endpoint } from "../../../../shared/kernel/endpoint";
import { textFor } from "../reader-language";
import { addRoute, admit, admitPublic, forReader, inputOf } from "./serve";
import type { Actor } from "../../session";
import type { Translate } from "../../text";
import type { Tx } from "../../database/unit-of-work";
import { lookAs } from "../../viewing";

/** Runs one transaction of several. */
export type Unit = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

export interface StepsCall<P extends AnyObjectSchema, Q extends AnyObjectSchema, B extends AnyObjectSchema> {
  unit: Unit;
  params: InferType<P>;
  query: InferType<Q>;
  body: InferType<B>;
  text: Translate;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Like `servePublic`, for calls that do slow work between transactions (password hashes): while they do, they hold no
 * connection, and what they recorded stays when they refuse.
 */
export function servePublicInSteps<
  P extends AnyObjectSchema,
  Q extends AnyObjectSchema,
  B extends AnyObjectSchema,
  R extends AnyObjectSchema,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handler: (call: StepsCall<P, Q, B>) => Promise<InferType<R>>,
): void {
  addRoute(app, endpoint, async (tenantId, request, reply) => {
    const unit: Unit = (work) => app.platform.unitOfWork({ tenantId, origin: request.origin }, work);
    await unit((tx) => admitPublic(endpoint, tx));
    const text = textFor(request);
    return handler({ ...inputOf(endpoint, request), unit, text, request, reply });
  });
}

/** Like `serve`, in several transactions. */
export function serveInSteps<
  P extends AnyObjectSchema,
  Q extends AnyObjectSchema,
  B extends AnyObjectSchema,
  R extends AnyObjectSchema,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handler: (call: StepsCall<P, Q, B> & { actor: Actor }) => Promise<InferType<R>>,
): void {
  addRoute(app, endpoint, async (tenantId, request, reply) => {
    const actor = await app.platform.unitOfWork({ tenantId }, (tx) => admit(app, endpoint, tx, request, reply));
    const person = { id: actor.id, fullname: actor.fullname, image: actor.image };
    const { viewing } = actor;
    const unit: Unit = (work) =>
      app.platform.unitOfWork({ tenantId, actor: person, origin: request.origin }, async (tx) => {
        if (viewing) await lookAs(tx, viewing.viewer.id);
        return work(tx);
      });
    const text = textFor(request);
    return forReader(actor, () => handler({ ...inputOf(endpoint, request), unit, actor, text, request, reply }));
  });
}
