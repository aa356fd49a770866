import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { BodyOf, Endpoint, ParamsOf, ReplyOf } from "../../../../shared/kernel/endpoint";
import type { Tx } from "../../database/unit-of-work";
import { type Actor, bearerToken, findActors } from "../../session";
import { TenantBatcher } from "../../tenant-batcher";
import type { Translate } from "../../text";
import { textFor } from "../reader-language";
import { serializeForReader } from "./answers";
import { authorizeCall, authorizeCaller } from "./guards";
import { validatedInputOf } from "./input";
import { addRoute } from "./serve";

export interface SharedCall<E extends Endpoint> {
  actor: Actor;
  params: ParamsOf<E>;
  body: BodyOf<E>;
  text: Translate;
}

interface Requested {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** After this time a transaction probably waits for a lock, and other calls no longer wait for it. */
const secondAfterMs = 50;

type Settled = PromiseSettledResult<object>;

/**
 * Like `serveEndpoint`, for changes that would wait for each other's locks: calls of one tenant that arrive while others run share the next
 * transaction. Each call passes the same guards with its own rights. The handler's changes are carried out for all calls or for none; if one
 * is refused, each call runs in a transaction of its own. No two calls of a transaction have the same subject. Not for POST, whose responses
 * are stored with an idempotency key.
 */
export function serveShared<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  subjectOf: (call: SharedCall<E>) => number,
  handler: (tx: Tx, calls: readonly SharedCall<E>[]) => Promise<ReplyOf<E>[]>,
): void {
  const callOf = (actor: Actor, request: FastifyRequest): SharedCall<E> => {
    const { params, body } = validatedInputOf(endpoint, request);
    return { actor, params, body, text: textFor(request) };
  };

  const runAlone = (tenantId: number, { request, reply }: Requested): Promise<object> =>
    app.platform.unitOfWork({ tenantId, origin: request.origin }, async (tx) => {
      const actor = await authorizeCall(app, endpoint, tx, request, reply);
      const call = callOf(actor, request);
      return serializeForReader(actor, async () => (await handler(tx, [call]))[0] as object);
    });

  const handleTogether = async (tx: Tx, batch: readonly Requested[]): Promise<Map<Requested, Settled>> => {
    const found = await findActors(tx, [...new Set(batch.flatMap(({ request }) => tokenOf(request) ?? []))]);
    const settled = new Map<Requested, Settled>();
    const ready: { from: Requested; call: SharedCall<E> }[] = [];
    for (const from of batch) {
      const caller = found.get(tokenOf(from.request) ?? "");
      if (!caller || caller === "viewing") continue;
      try {
        const actor = authorizeCaller(app, endpoint, tx, caller, from.request, from.reply);
        const call = callOf(actor, from.request);
        if (!ready.some((other) => subjectOf(other.call) === subjectOf(call))) ready.push({ from, call });
      } catch (reason) {
        settled.set(from, { status: "rejected", reason });
      }
    }
    const calls = ready.map(({ call }) => call);
    const answers: readonly ReplyOf<E>[] = calls.length > 0 ? await handler(tx, calls) : [];
    for (const [at, { from, call }] of ready.entries()) {
      const value = await serializeForReader<object>(call.actor, async () => answers[at] as object);
      settled.set(from, { status: "fulfilled", value });
    }
    return settled;
  };

  /** Calls missing from the result must run alone: those with a token, without a session, or of a user who views as another user. */
  const runTogether = async (tenantId: number, batch: readonly Requested[]): Promise<Map<Requested, Settled>> => {
    let handled = false;
    try {
      return await app.platform.unitOfWork({ tenantId }, async (tx) => {
        handled = false;
        const settled = await handleTogether(tx, batch);
        handled = true;
        return settled;
      });
    } catch (error) {
      // If the connection is lost during COMMIT, the changes may have been made, so they aren't repeated.
      if (handled && (error as { severity?: string }).severity !== "ERROR") throw error;
      return new Map();
    }
  };

  const batcher = new TenantBatcher<Requested, Settled>(async (tenantId, requests) => {
    const together = requests.length > 1 ? await runTogether(tenantId, requests) : new Map<Requested, Settled>();
    return Promise.all(requests.map(async (each) => together.get(each) ?? settle(runAlone(tenantId, each))));
  }, secondAfterMs);

  addRoute(app, endpoint, async (tenantId, request, reply) => {
    const answer = await batcher.ask(tenantId, { request, reply });
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  });
}

const tokenOf = ({ headers }: FastifyRequest) => bearerToken(headers.authorization);

const settle = async (run: Promise<object>): Promise<Settled> => (await Promise.allSettled([run]))[0] as Settled;
