import { Problem } from "../../../shared/kernel/problems";
import type { Tx } from "../database/unit-of-work";
import { type Actor, findActor, preconditionOf } from "../session";
import type { SocketData } from "./live";

/**
 * Whom a connection belongs to, as the database knows them now. `nobody`: it may not be there at all, because the session
 * ended or something has to be done first. `another`: it was made for somebody who is now seen otherwise (as somebody else, as
 * themself again, from outside, from inside), and has to come back as who they are.
 */
export async function connectedAs(tx: Tx, data: SocketData): Promise<Actor | "nobody" | "another"> {
  const actor = await findActor(tx, data.token).then(
    (found) => found?.actor,
    (error) => {
      if (error instanceof Problem) return undefined;
      throw error;
    },
  );
  if (!actor || preconditionOf(actor)) return "nobody";
  const same = actor.id === data.person.id && actor.external === data.external && !actor.viewing === !data.viewing;
  return same ? actor : "another";
}
