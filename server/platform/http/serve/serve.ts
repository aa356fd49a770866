import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AnyObjectSchema, InferType } from "yup";
import type { Endpoint, Method } from "../../../../shared/kernel/endpoint";
import { maybePageOf, type PageQuery } from "../../../../shared/kernel/paging";
import { Problem } from "../../../../shared/kernel/problems";
import type { Scoped } from "../../../../shared/kernel/scopes";
import { answerForOutside, jsonForOutside } from "../../../../shared/kernel/outside";
import { textOfAnswer } from "../../in-pieces";
import { requireKnown } from "../body";
import { replayOrRun } from "../idempotency";
import { placeUntilAnswered } from "./in-flight";
import { textFor } from "../reader-language";
import {
  type Actor,
  bearerToken,
  findCaller,
  personOf,
  requireActiveTenant,
  requirePermission,
  requireReady,
  requireScope,
} from "../../session";
import { cleanTexts, richTextsOf } from "../../rich-text/rich-text-fields";
import type { Translate } from "../../text";
import { againInTurn, type WhenMuch } from "../../database/read-in-turn";
import type { Tx } from "../../database/unit-of-work";
import { callerOf, requireViewable } from "../../viewing";
import { validate, validateParams } from "../validate";

interface PublicCall<P extends AnyObjectSchema, Q extends AnyObjectSchema, B extends AnyObjectSchema> {
  tx: Tx;
  params: InferType<P>;
  query: InferType<Q>;
  body: InferType<B>;
  text: Translate;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface Call<P extends AnyObjectSchema, Q extends AnyObjectSchema, B extends AnyObjectSchema>
  extends PublicCall<P, Q, B> {
  actor: Actor;
}

/** What the server answers: the reply of the contract, or its JSON ready-made where the database writes it faster. */
export class RawJson {
  constructor(readonly json: string) {}

  /** For answers that are kept (idempotency). */
  toJSON(): unknown {
    return JSON.parse(this.json);
  }
}

type Handler<Input, R extends AnyObjectSchema> = (call: Input) => Promise<InferType<R> | RawJson>;

/** Reads what a call is about along with whose it is: a round trip less. It is for nobody to see before the guards let them. */
type Ahead<Input> = (tx: Tx, input: Input) => void;

/**
 * Serves a call of the contract to signed-in people. The guards stand in the order of the product's rules: tenant known,
 * tenant active, signed in, second factor set up where one is needed, what is open to who looks as somebody else, plan not expired, feature in plan, what a personal
 * token was made for, permission; then the input; rows are the handler's.
 */
export function serve<
  P extends AnyObjectSchema,
  Q extends AnyObjectSchema,
  B extends AnyObjectSchema,
  R extends AnyObjectSchema,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handler: Handler<Call<P, Q, B>, R>,
  ahead?: Ahead<Pick<Call<P, Q, B>, "params" | "query" | "body">>,
): void {
  register(app, endpoint, async (tx, request, reply) => {
    const admitted = admit(app, endpoint, tx, request, reply);
    const early = ahead && inputIfRight(endpoint, request);
    if (early) ahead(tx, early);
    const actor = await admitted;
    const input = early ?? inputOf(endpoint, request);
    const text = textFor(request);
    const run = () => handler({ ...input, tx, actor, text, request, reply });
    // Sent again, a call that tells a secret makes a new one, and one that only reads does it again.
    const kept = endpoint.method === "POST" && !endpoint.tellsSecret && !endpoint.readOnly;
    return forReader<InferType<R> | RawJson>(actor, () =>
      kept ? replayOrRun(tx, request, actor.id, endpoint.status, run) : run(),
    );
  });
}

/** The one place where answers, refusals with records too, leave for people from outside. */
export async function forReader<Answer>(actor: Actor, run: () => Promise<Answer>): Promise<Answer | RawJson> {
  if (!actor.external) return run();
  try {
    const answer = await run();
    return answer instanceof RawJson ? new RawJson(jsonForOutside(answer.json)) : answerForOutside(answer, actor.id);
  } catch (error) {
    throw error instanceof Problem ? new Problem(error.code, answerForOutside(error.detail, actor.id)) : error;
  }
}

/** Serves a call that nobody needs to be signed in for. */
export function servePublic<
  P extends AnyObjectSchema,
  Q extends AnyObjectSchema,
  B extends AnyObjectSchema,
  R extends AnyObjectSchema,
>(app: FastifyInstance, endpoint: Endpoint<P, Q, B, R>, handler: Handler<PublicCall<P, Q, B>, R>): void {
  register(app, endpoint, async (tx, request, reply) => {
    await admitPublic(endpoint, tx);
    const text = textFor(request);
    return handler({ ...inputOf(endpoint, request), tx, text, request, reply });
  });
}

/** The guards of a signed-in call, in order. The transaction acts for the person from here on. */
export async function admit(
  app: FastifyInstance,
  endpoint: Guarded,
  tx: Tx,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor> {
  const token = bearerToken(request.headers.authorization);
  const found = await findCaller(tx, token);
  if (!found) throw new Problem("session.required");
  const { stale } = found;
  const actor = callerOf(found.actor, endpoint);
  const caller = actor.viewing?.viewer.id ?? actor.id;
  app.callers.know(token, { tenantId: actor.tenantId, id: caller });
  request.accountLanguage = actor.language;
  Object.assign(request.origin, { userId: caller, sessionId: actor.sessionId });
  if (stale) tx.afterCommit(() => app.platform.sessionUsed(actor));
  reply.header("x-unread-notifications", found.actor.unread);
  requireReady(actor, endpoint.openWhen);
  requireViewable(found.actor.viewing, endpoint);
  if (actor.planExpired && !endpoint.openWhen?.includes("planExpired")) throw new Problem("plan.expired");
  if (endpoint.feature && !actor.features.has(endpoint.feature)) throw new Problem("feature_not_in_plan");
  requireScope(actor, endpoint);
  if (endpoint.permission) requirePermission(actor, endpoint.permission);
  tx.actor = personOf(actor);
  return actor;
}

/** The guards of a call that nobody needs to be signed in for. */
export async function admitPublic(endpoint: Guarded, tx: Tx): Promise<void> {
  if (endpoint.openWhen?.includes("tenantInactive")) return;
  const { planExpired } = await requireActiveTenant(tx);
  if (planExpired && !endpoint.openWhen?.includes("planExpired")) throw new Problem("plan.expired");
}

export function inputOf<
  P extends AnyObjectSchema,
  Q extends AnyObjectSchema,
  B extends AnyObjectSchema,
  R extends AnyObjectSchema,
>(endpoint: Endpoint<P, Q, B, R>, request: FastifyRequest) {
  return {
    params: validateParams(endpoint.params, request.params),
    query: validate(endpoint.query, withoutEmpty(request.query)),
    body: endpoint.method === "GET" ? ({} as InferType<B>) : validate(endpoint.body, request.body),
  };
}

/** For what is asked ahead: what is wrong with the input is said in its turn, when the guards are through. */
function inputIfRight<
  P extends AnyObjectSchema,
  Q extends AnyObjectSchema,
  B extends AnyObjectSchema,
  R extends AnyObjectSchema,
>(endpoint: Endpoint<P, Q, B, R>, request: FastifyRequest) {
  try {
    return inputOf(endpoint, request);
  } catch {
    return undefined;
  }
}

/** Empty filter values count as absent (specification section 5). */
function withoutEmpty(query: unknown): unknown {
  return Object.fromEntries(
    Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== ""),
  );
}

type Guarded = Pick<Endpoint, "openWhen" | "feature"> & Partial<Pick<Endpoint, "readOnly">> & Scoped;
type Run = (tx: Tx, request: FastifyRequest, reply: FastifyReply) => Promise<object>;

function register(app: FastifyInstance, endpoint: Endpoint<never, never, never, never> | object, run: Run): void {
  const { readOnly, body } = endpoint as Endpoint;
  const richTexts = richTextsOf(body);
  addRoute(app, endpoint, async (tenantId, request, reply, whenMuch) => {
    const long = richTexts(request.body);
    if (long.length > 0) await requireKnown(app, tenantId, bearerToken(request.headers.authorization));
    const texts =
      long.length > 0 ? await cleanTexts(app.platform.childProcesses, long, app.callers.nameOf(request)) : undefined;
    const options = { tenantId, readOnly, origin: request.origin, texts, ...(readOnly && { whenMuch }) };
    return againInTurn(whenMuch, () => app.platform.unitOfWork(options, (tx) => run(tx, request, reply)));
  });
}

/** Puts a call of the contract on its path, with its siblings, for the tenant that the host name belongs to. */
export function addRoute(
  app: FastifyInstance,
  endpoint: Endpoint<never, never, never, never> | object,
  answerFor: (tenantId: number, request: FastifyRequest, reply: FastifyReply, whenMuch: WhenMuch) => Promise<object>,
): void {
  const { method, path, status, siblings, long } = endpoint as Endpoint;
  app.platform.served.add(`${method} ${path}`);
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const tenantId = await tenantFor(app, request);
    const caller = (request.origin.caller = app.callers.nameOf(request));
    const isLong = long === "whole" ? maybePageOf(request.query as PageQuery) === null : long;
    const onLeave = (leave: () => void) => void reply.raw.once("close", leave);
    let turn: Promise<() => void> | undefined;
    const whenMuch = async () => void (await (turn ??= app.callers.takeLong(tenantId, request, onLeave)));
    try {
      if (isLong) await whenMuch();
      const place = await placeUntilAnswered(app.callers.answers, { tenantId, caller, kind: path }, reply);
      const answer = await answerFor(tenantId, request, reply, whenMuch);
      if (reply.statusCode === 200) reply.status(status);
      // A GET that changes something, and anything personal, must never come out of a cache.
      reply.header("cache-control", "no-store").type("application/json; charset=utf-8");
      const text = await withMessage(answer, () => textFor(request)("answer.read"));
      place.holds(text.length);
      return text;
    } finally {
      void turn?.then(giveBack, () => {}); // it may still be waited for, where what asked for it has failed
    }
  };
  for (const verb of [method, ...(siblings ?? [])] as Method[]) app.route({ method: verb, url: path, handler: handle });
}

const giveBack = (done: () => void): void => done();

/** Every answer carries a message; a call that has nothing to say of its own says that it was answered. */
async function withMessage(answer: object, message: () => string): Promise<string> {
  if (answer instanceof RawJson) return `{"message":${JSON.stringify(message())},${answer.json.slice(1)}`;
  return textOfAnswer("message" in answer && answer.message ? answer : { ...answer, message: message() });
}

/** The tenant that a call's host name belongs to. @throws Problem 404 when it is nobody's. */
export async function tenantFor(app: FastifyInstance, request: FastifyRequest): Promise<number> {
  const tenantId = await app.platform.tenants.tenantOf(request.hostname);
  request.origin.tenantId = tenantId;
  return tenantId;
}
