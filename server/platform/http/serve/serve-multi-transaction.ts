import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint, ReplyOf } from "../../../../shared/kernel/endpoint";
import { languageFor, textFor } from "../reader-language";
import { serializeForReader } from "./answers";
import { authorizeCall, authorizePublicCall } from "./guards";
import { type InputOf, validatedInputOf } from "./input";
import { addRoute } from "./serve";
import type { Actor } from "../../session";
import type { Translate } from "../../text";
import type { Tx } from "../../database/unit-of-work";
import { applyViewer } from "../../viewing";

export type RunTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

export interface MultiTransactionCall<E extends Endpoint> extends InputOf<E> {
  unit: RunTransaction;
  text: Translate;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Like `servePublicEndpoint`, for calls with slow work between transactions (password hashing). They hold no connection during that work, and
 * committed transactions stay committed if the call fails later.
 */
export function servePublicMultiTransaction<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: MultiTransactionCall<E>) => Promise<ReplyOf<E>>,
): void {
  addRoute(app, endpoint, async (tenantId, request, reply) => {
    const unit: RunTransaction = (work) => app.platform.unitOfWork({ tenantId, origin: request.origin }, work);
    await unit((tx) => authorizePublicCall(endpoint, tx));
    const text = textFor(request);
    return handler({ ...validatedInputOf(endpoint, request), unit, text, request, reply });
  });
}

export function serveMultiTransaction<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: MultiTransactionCall<E> & { actor: Actor }) => Promise<ReplyOf<E>>,
): void {
  addRoute(app, endpoint, async (tenantId, request, reply) => {
    const actor = await app.platform.unitOfWork({ tenantId }, (tx) => authorizeCall(app, endpoint, tx, request, reply));
    const person = { id: actor.id, fullname: actor.fullname, image: actor.image };
    const { viewing } = actor;
    const unit: RunTransaction = (work) =>
      app.platform.unitOfWork({ tenantId, actor: person, origin: request.origin }, async (tx) => {
        tx.language = languageFor(request);
        if (viewing) await applyViewer(tx, viewing.viewer.id);
        return work(tx);
      });
    const text = textFor(request);
    return serializeForReader(actor, () =>
      handler({ ...validatedInputOf(endpoint, request), unit, actor, text, request, reply }),
    );
  });
}
