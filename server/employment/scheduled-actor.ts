import { programActor } from "../platform/program-actor";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";

/** What was planned by somebody who could is done on its day, whatever they may by then, and whether they are still here. */
export const scheduledActor = (
  tx: Tx,
  { id, fullname, image }: { id: number; fullname: string; image: string | null },
): Actor => ({ ...programActor(tx), id, fullname, image });
