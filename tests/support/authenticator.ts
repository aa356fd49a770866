import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** Errors in the authenticator's response, for tests of refusals. */
export interface AuthenticatorFaults {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Without user verification (PIN or biometrics): only a touch. */
  unverified?: boolean;
  counter?: number;
}

/** A passkey in software (WebAuthn level 2, ES256, no attestation). */
export class Authenticator {
  readonly id = randomBytes(24).toString("base64url");
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  });
  private counter = 0;

  constructor(private readonly origin: string) {}

  create(options: { challenge: string; rp: { id: string } }, odd: AuthenticatorFaults = {}) {
    const jwk = this.keys.publicKey.export({ format: "jwk" });
    const bytes = (text: string | undefined) => Buffer.from(text ?? "", "base64url");
    const key = map([
      [int(1), int(2)],
      [int(3), int(-7)],
      [int(-1), int(1)],
      [int(-2), byteString(bytes(jwk.x))],
      [int(-3), byteString(bytes(jwk.y))],
    ]);
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const data = Buffer.concat([this.head(odd.rpId ?? options.rp.id, 0x40, odd), Buffer.alloc(16), length, id, key]);
    const attestationObject = map([
      [text("fmt"), text("none")],
      [text("attStmt"), map([])],
      [text("authData"), byteString(data)],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON: this.said("webauthn.create", options.challenge, odd).toString("base64url"),
        attestationObject: attestationObject.toString("base64url"),
      },
    };
  }

  get(options: { challenge: string; rpId: string }, odd: AuthenticatorFaults = {}) {
    this.counter += 1;
    const data = this.head(odd.rpId ?? options.rpId, 0, odd);
    const clientData = this.said("webauthn.get", options.challenge, odd);
    const signed = sign("sha256", Buffer.concat([data, sha256(clientData)]), this.keys.privateKey);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signed.toString("base64url"),
      },
    };
  }

  private head(rpId: string, flags: number, { unverified, counter = this.counter }: AuthenticatorFaults): Buffer {
    const present = 0x01 | (unverified ? 0 : 0x04) | flags;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([present]), count]);
  }

  private said(type: string, challenge: string, odd: AuthenticatorFaults): Buffer {
    const { origin = this.origin } = odd;
    return Buffer.from(JSON.stringify({ type, challenge: odd.challenge ?? challenge, origin, crossOrigin: false }));
  }
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const byteString = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes]);
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const map = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()]);
