import type { FastifyInstance } from "fastify";
import { Problem } from "../../../shared/kernel/problems";
import { clientAddressOf } from "../http/addresses";
import { hostOf } from "../http/host";
import { type Actor, personOf, requireReady, sessionOf } from "../session";
import type { Checks } from "./checks";
import type { LiveSocket, SocketData } from "./live";

/** They are somebody, and let in when they have done it. */
const preconditions: ReadonlySet<string> = new Set(["session.factorMissing", "session.passwordGiven"]);

/** Only who is known to be nobody is told so: a client that hears it forgets its session. */
export function refusalOf(error: unknown): "tenant_inactive" | "unauthenticated" | "unavailable" {
  if (!(error instanceof Problem)) return "unavailable";
  if (error.code === "rate.limited" || preconditions.has(error.code)) return "unavailable";
  return error.code === "tenant.inactive" || error.code === "tenant.closed" ? "tenant_inactive" : "unauthenticated";
}

/** @throws Problem when the token is nobody's or the tenant is off. */
export async function admit(app: FastifyInstance, checks: Checks, socket: LiveSocket): Promise<SocketData> {
  const { token } = socket.handshake.auth as { token?: unknown };
  if (typeof token !== "string") throw new Problem("session.required");
  const host = hostOf(socket.request, app.platform.config);
  if (host === null) throw new Problem("request.malformed");
  const address = clientAddressOf(socket.request, app.platform.config.trustedProxies);
  const done = await app.callers.take(token, address, (leave) => socket.conn.once("close", leave));
  try {
    const tenantId = await app.platform.tenants.tenantOf(host);
    const { found } = await checks.ask(tenantId, { token, connection: null, streams: [] });
    if (found instanceof Problem) throw found;
    if (!found) throw new Problem("session.required");
    app.callers.know(token, { tenantId, id: found.viewing?.viewer.id ?? found.id });
    requireReady(found);
    return dataOf(tenantId, token, found);
  } finally {
    done();
  }
}

function dataOf(tenantId: number, token: string, actor: Actor): SocketData {
  const { external, viewing = null } = actor;
  return { tenantId, token, sessionId: sessionOf(actor), person: personOf(actor), external, viewing, focus: {} };
}
