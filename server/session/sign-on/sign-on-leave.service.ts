import type { Unit } from "../../platform/http/serve/serve-in-steps";
import { sql } from "../../platform/database/unit-of-work";
import { issuerOf, signOutAddress } from "./issuer";
import type { SignOnWorld } from "./sign-on-enter.service";
import { signOnSettings } from "./sign-on.service";

const cameBySignOn = sql("signOn.cameBy", "SELECT sign_on FROM session WHERE tenant_id = current_tenant() AND id = $1");

/** Whether a session was opened by the organisation's issuer: asked before it ends. */
export async function isSignOnSession(unit: Unit, sessionId: number): Promise<boolean> {
  return (await unit((tx) => tx.one<{ sign_on: boolean }>(cameBySignOn, [sessionId])))?.sign_on ?? false;
}

/** Where to sign out at the issuer; null when it has no such place, or doesn't answer: here one is signed out anyway. */
export async function issuersSignOut({ unit, seal, origins }: SignOnWorld, backTo: string): Promise<string | null> {
  const settings = await unit((tx) => signOnSettings(tx, seal));
  if (!settings) return null;
  return issuerOf(settings, origins)
    .then((config) => signOutAddress(config, backTo))
    .catch(() => null); // also for a place that is no address by https
}
