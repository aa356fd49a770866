import { Problem } from "../../../shared/kernel/problems";
import { type Actor, preconditionOf } from "../session";
import type { SocketData } from "./live";

/**
 * Whom a connection belongs to, as the database knows them now. `nobody`: it may not be there at all, because the session
 * ended or something has to be done first. `another`: it was made for somebody who is now seen otherwise (as somebody else, as
 * themself again, from outside, from inside), and has to come back as who they are.
 */
export function connectedAs(found: Actor | Problem | null, data: SocketData): Actor | "nobody" | "another" {
  if (!found || found instanceof Problem || preconditionOf(found)) return "nobody";
  const same = found.id === data.person.id && found.external === data.external && !found.viewing === !data.viewing;
  return same ? found : "another";
}
