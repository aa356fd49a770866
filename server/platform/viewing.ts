import type { Endpoint } from "../../shared/kernel/endpoint";
import { Problem } from "../../shared/kernel/problems";
import { type ScopedEndpoint, scopesFor } from "../../shared/kernel/scopes";
import { sql, type Tx } from "./database/unit-of-work";
import type { Actor } from "./session";

/** Read-only session in which an administrator views as another user or role. */
export interface ViewingSession {
  viewer: Actor;
  /** Null when viewing as a role: the administrator then keeps their identity and only has the role's permissions. */
  userId: number | null;
  until: Date;
}

const setViewer = sql("viewing.setViewer", "SELECT set_config('app.viewer_id', $1, true)");

/** For the rest of the transaction, makes the database hide rows that the viewing administrator couldn't read themselves. */
export async function applyViewer(tx: Tx, viewerId: number): Promise<void> {
  await tx.rows(setViewer, [String(viewerId)]);
}

type Called = Partial<Pick<Endpoint, "readOnly" | "openWhen">> & ScopedEndpoint;

/**
 * While viewing as another user, allows only read-only calls whose access depends on role or row. Personal data (sessions, tokens,
 * settings) stays private, as for personal tokens: a new call is blocked until its contract allows it.
 * @throws Problem 403 for any other call.
 */
export function requireAllowedWhileViewing(viewing: ViewingSession | null | undefined, call: Called): void {
  if (!viewing || call.openWhen?.includes("viewing")) return;
  if (!call.readOnly) throw new Problem("viewing.readOnly");
  if (scopesFor(call).length === 0) throw new Problem("viewing.private");
}

/** Returns the caller. For a writing call while viewing as another user (ending the view, signing out), this is the administrator. */
export const callerDuringViewing = (actor: Actor, { readOnly }: Called): Actor =>
  actor.viewing && !readOnly ? actor.viewing.viewer : actor;

/** Whether the record concerns the reader. While viewing as another user, it must concern the viewing administrator as well. */
export function concernsReader(
  reader: { id: number; viewing?: ViewingSession | null },
  concerns: (id: number) => boolean,
): boolean {
  return concerns(reader.id) && (!reader.viewing || concerns(reader.viewing.viewer.id));
}
