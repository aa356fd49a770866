import { logSecurity } from "../platform/security-log";
import { findActor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { type CurrentUser, currentUserOf } from "./current-user";
import { noteDevice } from "./devices.service";
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

/** The session of somebody who has shown all that is asked of them. */
export async function openSession(
  tx: Tx,
  userId: number,
  input: Browser & { remember: boolean },
  factor?: "totp" | "passkey" | "recovery_code",
): Promise<SignedIn> {
  const session = await createSession(tx, { userId, remember: input.remember, userAgent: input.userAgent });
  const found = await findActor(tx, session.token);
  if (!found) throw new Error("A session was lost as it was made");
  const newDevice = await noteDevice(tx, userId, input.device);
  if (tx.origin) Object.assign(tx.origin, { userId, sessionId: session.id });
  logSecurity(tx, { kind: "sign_in", userId, facts: { factor } });
  return {
    user: await currentUserOf(tx, found.actor),
    session,
    newDevice,
    device: input.device,
    remember: input.remember,
  };
}
