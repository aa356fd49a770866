import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Endpoint, withoutApiTokens } from "../../../../shared/kernel/endpoint";
import { Problem } from "../../../../shared/kernel/problems";
import type { ScopedEndpoint } from "../../../../shared/kernel/scopes";
import type { Tx } from "../../database/unit-of-work";
import {
  type Actor,
  bearerToken,
  findCaller,
  type Found as FoundCaller,
  personOfActor,
  requireActiveTenant,
  requirePermission,
  requirePreconditionsMet,
  requireScope,
} from "../../session";
import { callerDuringViewing, requireAllowedWhileViewing } from "../../viewing";
import { languageFor } from "../reader-language";

export type GuardedEndpoint = Pick<Endpoint, "openWhen" | "feature"> &
  Partial<Pick<Endpoint, "readOnly">> &
  ScopedEndpoint;

/** Runs the guards of a signed-in call in order. Afterwards the transaction acts for the user. */
export async function authorizeCall(
  app: FastifyInstance,
  endpoint: GuardedEndpoint,
  tx: Tx,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor> {
  const found = await findCaller(tx, bearerToken(request.headers.authorization));
  if (!found) throw new Problem("session.required");
  const actor = authorizeCaller(app, endpoint, tx, found, request, reply);
  tx.language = languageFor(request);
  tx.actor = personOfActor(actor);
  return actor;
}

/** Runs the guards that follow the session lookup, in order. The transaction may be shared with other callers. */
export function authorizeCaller(
  app: FastifyInstance,
  endpoint: GuardedEndpoint,
  tx: Tx,
  found: FoundCaller,
  request: FastifyRequest,
  reply: FastifyReply,
): Actor {
  const actor = callerDuringViewing(found.actor, endpoint);
  const caller = actor.viewing?.viewer.id ?? actor.id;
  app.callers.know(bearerToken(request.headers.authorization), { tenantId: actor.tenantId, id: caller });
  request.accountLanguage = actor.language;
  Object.assign(request.origin, { userId: caller, sessionId: actor.sessionId });
  if (found.stale) tx.afterCommit(() => app.platform.sessionUsed(actor));
  reply.header("x-unread-notifications", found.actor.unread);
  requirePreconditionsMet(actor, endpoint.openWhen);
  requireAllowedWhileViewing(found.actor.viewing, endpoint);
  if (actor.planExpired && !endpoint.openWhen?.includes("planExpired")) throw new Problem("plan.expired");
  if (endpoint.feature && !actor.features.has(endpoint.feature)) throw new Problem("feature_not_in_plan");
  // Files contain more than the call whose guards they use, such as bank accounts and signatures.
  const { generatedFile } = request.routeOptions.config;
  requireScope(actor, generatedFile ? { ...endpoint, scope: withoutApiTokens } : endpoint);
  if (endpoint.permission) requirePermission(actor, endpoint.permission);
  return actor;
}

export async function authorizePublicCall(endpoint: GuardedEndpoint, tx: Tx): Promise<void> {
  if (endpoint.openWhen?.includes("tenantInactive")) return;
  const { planExpired } = await requireActiveTenant(tx);
  if (planExpired && !endpoint.openWhen?.includes("planExpired")) throw new Problem("plan.expired");
}

/**
 * The tenant of the call's host name.
 * @throws Problem 404 when no tenant has that host name.
 */
export async function resolveTenantOfCall(app: FastifyInstance, request: FastifyRequest): Promise<number> {
  const tenantId = await app.platform.tenants.tenantOf(request.hostname);
  request.origin.tenantId = tenantId;
  return tenantId;
}
