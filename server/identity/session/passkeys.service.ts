import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { InferType } from "yup";
import type { addPasskey, signInWithPasskey } from "../../../shared/identity/session/second-factor.contract";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { RelyingParty } from "./relying-party";

type Assertion = NonNullable<InferType<(typeof signInWithPasskey)["body"]>["passkey"]>;
type Attestation = InferType<(typeof addPasskey)["body"]>["passkey"];
type Options = Record<string, unknown>;

interface Row {
  id: number;
  user_id: number;
  rp_id: string;
  public_key: Buffer;
  counter: number;
}

const selectPasskeysOfPerson = sql(
  "passkeys.ofPerson",
  `SELECT credential_id FROM passkey WHERE tenant_id = current_tenant() AND user_id = $1 AND rp_id = $2 ORDER BY id`,
);
// Locks the passkey so that concurrent responses are verified sequentially, because its counter must only increase.
const lockPasskey = sql(
  "passkeys.locked",
  `SELECT id, user_id, rp_id, public_key, counter FROM passkey
   WHERE tenant_id = current_tenant() AND credential_id = $1 FOR UPDATE`,
);
const markPasskeyUsed = sql(
  "passkeys.used",
  "UPDATE passkey SET counter = $2, last_used_at = now() WHERE tenant_id = current_tenant() AND id = $1",
);
const insertPasskey = sql(
  "passkeys.insert",
  `INSERT INTO passkey (tenant_id, user_id, name, rp_id, credential_id, public_key, counter)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6) ON CONFLICT (tenant_id, credential_id) DO NOTHING RETURNING id`,
);

const idsOf = async (tx: Tx, userId: number, party: RelyingParty) =>
  (await tx.rows<{ credential_id: string }>(selectPasskeysOfPerson, [userId, party.id])).map((row) => ({
    id: row.credential_id,
  }));

export async function newPasskeyOptions(
  tx: Tx,
  party: RelyingParty,
  person: { id: number; email: string; fullname: string },
  organization: string,
): Promise<{ challenge: string; options: Options }> {
  const options = await generateRegistrationOptions({
    rpName: organization,
    rpID: party.id,
    userName: person.email,
    userDisplayName: person.fullname,
    userID: new TextEncoder().encode(`${tx.tenantId}/${person.id}`),
    attestationType: "none",
    excludeCredentials: await idsOf(tx, person.id, party),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
  });
  return { challenge: options.challenge, options: options as unknown as Options };
}

/** WebAuthn options for signing in with a passkey: one of the user's passkeys, or any passkey if `userId` is null. */
export async function passkeyOptions(
  tx: Tx,
  party: RelyingParty,
  userId: number | null,
): Promise<{ challenge: string; options: Options | null }> {
  const allowedIds = userId === null ? [] : await idsOf(tx, userId, party);
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: allowedIds,
    userVerification: "required",
  });
  const none = userId !== null && allowedIds.length === 0;
  return { challenge: options.challenge, options: none ? null : (options as unknown as Options) };
}

/**
 * Verifies and stores a new passkey.
 * @returns false if the passkey is invalid or already registered.
 */
export async function storePasskey(
  tx: Tx,
  party: RelyingParty,
  challenge: string,
  { userId, name, passkey }: { userId: number; name: string; passkey: Attestation },
): Promise<boolean> {
  const checked = await verifyRegistrationResponse({
    response: { ...passkey, clientExtensionResults: {} } as never,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => null); // the library throws for invalid input
  if (!checked?.verified || !checked.registrationInfo) return false;
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  const values = [userId, name, party.id, id, Buffer.from(publicKey), counter];
  return (await tx.one(insertPasskey, values)) !== undefined;
}

/**
 * Verifies the response of a passkey.
 * @returns the owner of the passkey that signed this challenge for this origin, or null.
 */
export async function verifyAssertion(
  tx: Tx,
  party: RelyingParty,
  challenge: string,
  passkey: Assertion,
): Promise<number | null> {
  const row = await tx.one<Row>(lockPasskey, [passkey.id]);
  if (!row || row.rp_id !== party.id) return null;
  const checked = await verifyAuthenticationResponse({
    response: { ...passkey, clientExtensionResults: {} } as never,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: passkey.id, publicKey: new Uint8Array(row.public_key), counter: Number(row.counter) },
    requireUserVerification: true,
  }).catch(() => null);
  if (!checked?.verified) return null;
  await tx.rows(markPasskeyUsed, [row.id, checked.authenticationInfo.newCounter]);
  return row.user_id;
}
