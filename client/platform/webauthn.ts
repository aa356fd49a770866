import type { BodyOf } from "../../shared/kernel/endpoint";
import type { addPasskey, passkeySignIn } from "../../shared/session/second-factor.contract";

/** Browsers have passkeys on https and localhost only. */
export const hasPasskeys = (): boolean => window.isSecureContext && "PublicKeyCredential" in window;

/** The person said no, took too long, or has none here: nothing that has to be told apart. */
export class PasskeyNotUsed extends Error {}

const browser = () => import("@simplewebauthn/browser");

/** Asks the browser to use a passkey. @throws PasskeyNotUsed */
export async function askPasskey(options: Record<string, unknown>): Promise<BodyOf<typeof passkeySignIn>["passkey"]> {
  const { startAuthentication } = await browser();
  return startAuthentication({ optionsJSON: options as never }).then(
    ({ id, rawId, type, response }) => ({ id, rawId, type, response }) as never,
    notUsed,
  );
}

/** Asks the browser to make a passkey. @throws PasskeyNotUsed */
export async function makePasskey(options: Record<string, unknown>): Promise<BodyOf<typeof addPasskey>["passkey"]> {
  const { startRegistration } = await browser();
  return startRegistration({ optionsJSON: options as never }).then(
    ({ id, rawId, type, response: { clientDataJSON, attestationObject } }) =>
      ({ id, rawId, type, response: { clientDataJSON, attestationObject } }) as never,
    notUsed,
  );
}

function notUsed(cause: unknown): never {
  throw new PasskeyNotUsed("The passkey was not used", { cause });
}
