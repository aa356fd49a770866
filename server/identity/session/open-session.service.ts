import { logSecurity } from "../../platform/security-log";
import { findActor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { type CurrentUser, currentUserOf, revisionsOf } from "./current-user";
import { recordDevice } from "./devices";
import { acceptInvitation } from "./invitation.service";
import { createSession, type NewSession } from "./session-tokens";
import { requirePasswordAllowed } from "./sign-on/sign-on.service";

export interface SignInBrowser {
  address: string;
  userAgent: string | undefined;
  device: string;
}

export interface OpenedSession {
  user: CurrentUser;
  session: NewSession;
  /** Whether the user has signed in before, but never from this browser. */
  newDevice: boolean;
  device: string;
  remember: boolean;
}

/**
 * Creates the session of a fully authenticated user. `signOn`: the tenant's identity provider has authenticated the user.
 * @throws Problem 403 when single sign-on is required.
 */
export async function openSession(
  tx: Tx,
  userId: number,
  input: SignInBrowser & { remember: boolean; signOn?: boolean },
  factor?: "totp" | "passkey" | "recovery_code",
): Promise<OpenedSession> {
  const { signOn = false, remember, userAgent } = input;
  if (!signOn) await requirePasswordAllowed(tx, userId);
  await acceptInvitation(tx, userId);
  const session = await createSession(tx, { userId, remember, userAgent, signOn });
  const revisions = revisionsOf(tx, userId);
  const found = await findActor(tx, session.token);
  if (!found) throw new Error("The new session is missing");
  const newDevice = await recordDevice(tx, userId, input.device);
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
