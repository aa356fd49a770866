import { logSecurity } from "../platform/security-log";
import { findActor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { type CurrentUser, currentUserOf, revisionsOf } from "./current-user";
import { noteDevice } from "./devices.service";
import { requireOwnWayIn } from "./sign-on/sign-on-rule.service";
import { createSession, type NewSession } from "./session-tokens";

/** Where somebody signs in. */
export interface Browser {
  address: string;
  userAgent: string | undefined;
  /** The browser's own token. */
  device: string;
}

export interface SignedIn {
  user: CurrentUser;
  session: NewSession;
  /** They haven't signed in at this browser before, but have at others. */
  newDevice: boolean;
  /** The browser's own token, to be kept there. */
  device: string;
  remember: boolean;
}

/**
 * The session of somebody who has shown all that is asked of them. `signOn`: the organisation's issuer has said who they are.
 * @throws Problem 403 where only that counts.
 */
export async function openSession(
  tx: Tx,
  userId: number,
  input: Browser & { remember: boolean; signOn?: boolean },
  factor?: "totp" | "passkey" | "recovery_code",
): Promise<SignedIn> {
  const { signOn = false, remember, userAgent } = input;
  if (!signOn) await requireOwnWayIn(tx, userId);
  const session = await createSession(tx, { userId, remember, userAgent, signOn });
  const revisions = revisionsOf(tx, userId);
  const found = await findActor(tx, session.token);
  if (!found) throw new Error("A session was lost as it was made");
  const newDevice = await noteDevice(tx, userId, input.device);
  if (tx.origin) Object.assign(tx.origin, { userId, sessionId: session.id });
  logSecurity(tx, { kind: "sign_in", userId, facts: { factor: factor ?? (signOn ? "sign_on" : undefined) } });
  return {
    user: await currentUserOf(tx, found.actor, revisions),
    session,
    newDevice,
    device: input.device,
    remember: input.remember,
  };
}
