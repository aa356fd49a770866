import type { FastifyInstance } from "fastify";
import { Problem } from "../../../shared/kernel/problems";
import { clientAddressOf } from "../addresses";
import { hostOfRequest } from "../http/host";
import { type Actor, personOfActor, requirePreconditionsMet, requireSessionId } from "../session";
import type { ConnectionChecks } from "./connection-checks";
import type { LiveSocket, SocketData } from "./live";

/** Conditions that a signed-in user can resolve; once resolved, the connection is accepted. */
const preconditions: ReadonlySet<string> = new Set(["session.factorMissing", "session.passwordGiven"]);

/**
 * Maps an error to the reason sent to the client. Returns `unauthenticated` only for a session that is certainly invalid, because clients
 * then delete it.
 */
export function socketRefusalOf(error: unknown): "tenant_inactive" | "unauthenticated" | "unavailable" {
  if (!(error instanceof Problem)) return "unavailable";
  if (error.code === "rate.limited" || preconditions.has(error.code)) return "unavailable";
  return error.code === "tenant.inactive" || error.code === "tenant.closed" ? "tenant_inactive" : "unauthenticated";
}

export async function admitSocket(
  app: FastifyInstance,
  checks: ConnectionChecks,
  socket: LiveSocket,
): Promise<SocketData> {
  const { token } = socket.handshake.auth as { token?: unknown };
  if (typeof token !== "string") throw new Problem("session.required");
  const host = hostOfRequest(socket.request, app.platform.config);
  if (host === null) throw new Problem("request.malformed");
  const address = clientAddressOf(socket.request, app.platform.config.trustedProxies);
  const done = await app.callers.take(token, address, (leave) => socket.conn.once("close", leave));
  try {
    const tenantId = await app.platform.tenants.tenantOf(host);
    const { found } = await checks.ask(tenantId, { token, connection: null, streams: [] });
    if (found instanceof Problem) throw found;
    if (!found) throw new Problem("session.required");
    app.callers.know(token, { tenantId, id: found.viewing?.viewer.id ?? found.id });
    requirePreconditionsMet(found);
    return dataOf(tenantId, token, found);
  } finally {
    done();
  }
}

function dataOf(tenantId: number, token: string, actor: Actor): SocketData {
  const { external, viewing = null } = actor;
  return {
    tenantId,
    token,
    sessionId: requireSessionId(actor),
    person: personOfActor(actor),
    external,
    viewing,
    focus: {},
  };
}
