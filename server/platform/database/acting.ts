import { sql, type Tx } from "./unit-of-work";

const setActing = sql("acting.set", "SELECT set_config('app.actor_id', $1, true), set_config('app.via', $2, true)");

/** How something was done that no person did on a screen. */
export type Via = "scim" | "sign_on";

/** As whom the audit list names what is changed from here on: planned by somebody, or from elsewhere by nobody. */
export async function actAs(tx: Tx, actorId: number | null, via: Via | null = null): Promise<void> {
  await tx.rows(setActing, [actorId === null ? "" : String(actorId), via ?? ""]);
}
