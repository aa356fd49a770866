import { Problem } from "../../../shared/kernel/problems";
import { type Actor, preconditionOf } from "../session";
import type { SocketData } from "./live";

/**
 * Current user of a connection according to the database. `nobody`: the connection must be closed, because the session ended or a
 * precondition is unmet. `another`: the user, the external flag or viewing as another user has changed, so the client must reconnect.
 */
export function resolveConnectionActor(found: Actor | Problem | null, data: SocketData): Actor | "nobody" | "another" {
  if (!found || found instanceof Problem || preconditionOf(found)) return "nobody";
  const same = found.id === data.person.id && found.external === data.external && !found.viewing === !data.viewing;
  return same ? found : "another";
}
