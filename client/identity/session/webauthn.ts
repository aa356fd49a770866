import type { BodyOf } from "../../../shared/kernel/endpoint";
import type { addPasskey, signInWithPasskey } from "../../../shared/identity/session/second-factor.contract";

/** Browsers support passkeys only on https and localhost. */
export const hasPasskeys = (): boolean => window.isSecureContext && "PublicKeyCredential" in window;

export class PasskeyNotUsedError extends Error {}

const browser = () => import("@simplewebauthn/browser");

/**
 * Signs in with a passkey.
 * @throws PasskeyNotUsedError if no passkey was used
 */
export async function requestPasskey(
  options: Record<string, unknown>,
): Promise<BodyOf<typeof signInWithPasskey>["passkey"]> {
  const { startAuthentication } = await browser();
  return startAuthentication({ optionsJSON: options as never }).then(
    ({ id, rawId, type, response }) => ({ id, rawId, type, response }) as never,
    notUsed,
  );
}

/**
 * Creates a passkey.
 * @throws PasskeyNotUsedError if no passkey was created
 */
export async function createPasskey(options: Record<string, unknown>): Promise<BodyOf<typeof addPasskey>["passkey"]> {
  const { startRegistration } = await browser();
  return startRegistration({ optionsJSON: options as never }).then(
    ({ id, rawId, type, response: { clientDataJSON, attestationObject } }) =>
      ({ id, rawId, type, response: { clientDataJSON, attestationObject } }) as never,
    notUsed,
  );
}

function notUsed(cause: unknown): never {
  throw new PasskeyNotUsedError("The passkey was not used", { cause });
}
