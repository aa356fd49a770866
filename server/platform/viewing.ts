import type { Endpoint } from "../../shared/kernel/endpoint";
import { Problem } from "../../shared/kernel/problems";
import { type Scoped, scopesFor } from "../../shared/kernel/scopes";
import { sql, type Tx } from "./database/unit-of-work";
import type { Actor } from "./session";

/** Somebody who looks through another's eyes, or through those of a role, and changes nothing. */
export interface Viewing {
  /** Who really sits there: an administrator. */
  viewer: Actor;
  /** Null: as a role, and as themself in everything that isn't about rights. */
  userId: number | null;
  until: Date;
}

const setViewer = sql("viewing.setViewer", "SELECT set_config('app.viewer_id', $1, true)");

/** From here on the database hides what the viewer couldn't read as themself either. */
export async function lookAs(tx: Tx, viewerId: number): Promise<void> {
  await tx.rows(setViewer, [String(viewerId)]);
}

type Called = Partial<Pick<Endpoint, "readOnly" | "openWhen">> & Scoped;

/**
 * What may be called as somebody else: what reads, and what the role or the row decides. What is a person's own (their
 * sessions, tokens, settings) stays theirs, as it does for personal tokens: a new call is closed until its contract opens it.
 * @throws Problem 403.
 */
export function requireViewable(viewing: Viewing | null | undefined, call: Called): void {
  if (!viewing || call.openWhen?.includes("viewing")) return;
  if (!call.readOnly) throw new Problem("viewing.readOnly");
  if (scopesFor(call).length === 0) throw new Problem("viewing.private");
}

/** Who makes a call that changes something nevertheless (going back, signing out): the viewer as themself. */
export const callerOf = (actor: Actor, { readOnly }: Called): Actor =>
  actor.viewing && !readOnly ? actor.viewing.viewer : actor;

/** Whether something is shown that is shown to the people it concerns: to a viewer only if they are one of them as well. */
export function concernsReader(
  reader: { id: number; viewing?: Viewing | null },
  concerns: (id: number) => boolean,
): boolean {
  return concerns(reader.id) && (!reader.viewing || concerns(reader.viewing.viewer.id));
}
