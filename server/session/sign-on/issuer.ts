import * as oidc from "openid-client";
import { Problem } from "../../../shared/kernel/problems";
import { fetchOutside } from "../../platform/http/fetch-outside";

/** What an issuer knows us by. */
export interface IssuerClient {
  issuer: string;
  client_id: string;
  client_secret: string;
}

/** What was sent along, and must come back with the answer. */
export interface Begun {
  issuer: string;
  redirect: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** Who somebody is, as the issuer has signed it. */
export type Claims = Record<string, unknown> & { sub: string };

/**
 * Asks the issuer what it can do. `origins`: those inside our own network that the operator has named.
 * @throws Problem 422 `signOn.unreachable` when it doesn't answer, or not as an issuer.
 */
export async function issuerOf(
  { issuer, client_id, client_secret }: IssuerClient,
  origins: readonly string[],
): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  const named = origins.includes(url.origin);
  const config = await oidc
    .discovery(url, client_id, undefined, oidc.ClientSecretBasic(client_secret), {
      [oidc.customFetch]: fetchOutside(origins),
      timeout: 8,
      execute: named ? [oidc.allowInsecureRequests] : [],
    })
    .catch(() => {
      throw new Problem("signOn.unreachable", { errors: { issuer: ["problem.signOn.unreachable"] } });
    });
  // Not only that the line to the issuer was safe: what it says must be signed by it.
  oidc.enableNonRepudiationChecks(config);
  return config;
}

/**
 * Where somebody goes to say who they are.
 * @throws Problem 422 `signOn.unreachable` where that is no address by https: a page of ours goes there.
 */
export async function addressAtIssuer(
  config: oidc.Configuration,
  redirect: string,
): Promise<{ url: string; begun: Begun }> {
  const verifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  const challenge = await oidc.calculatePKCECodeChallenge(verifier);
  const asked = { redirect_uri: redirect, scope: "openid email profile", code_challenge: challenge, state, nonce };
  const url = addressByHttps(() => oidc.buildAuthorizationUrl(config, { ...asked, code_challenge_method: "S256" }));
  return { url: url.href, begun: { issuer: config.serverMetadata().issuer, redirect, state, nonce, verifier } };
}

function addressByHttps(build: () => URL): URL {
  try {
    const url = build();
    // The library refuses all but https, and takes anything of the issuers that the operator has named.
    if (["https:", "http:"].includes(url.protocol)) return url;
  } catch {
    // No address at all.
  }
  throw new Problem("signOn.unreachable", { errors: { issuer: ["problem.signOn.unreachable"] } });
}

/**
 * Turns what the browser has brought back into who somebody is.
 * @throws Problem 422 `signOn.refused` for anything that isn't a fresh, signed answer to what was begun.
 */
export async function claimsOf(config: oidc.Configuration, begun: Begun, answer: string): Promise<Claims> {
  const refused = () => new Problem("signOn.refused", { errors: { answer: ["problem.signOn.refused"] } });
  if (config.serverMetadata().issuer !== begun.issuer) throw refused();
  const url = new URL(begun.redirect);
  url.search = answer;
  const tokens = await oidc
    .authorizationCodeGrant(config, url, {
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      pkceCodeVerifier: begun.verifier,
      idTokenExpected: true,
    })
    .catch(() => {
      throw refused();
    });
  const claims = tokens.claims();
  if (!claims) throw refused();
  // Some say no more in the signed part than who it is; the rest is asked for, and must be about the same person.
  if (claims["email"] !== undefined || !config.serverMetadata().userinfo_endpoint) return claims;
  const more = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub).catch(() => {
    throw refused();
  });
  return { ...more, ...claims };
}

/** Where somebody signs out at the issuer, if it has such a place. */
export function signOutAddress(config: oidc.Configuration, backTo: string): string | null {
  if (!config.serverMetadata().end_session_endpoint) return null;
  return addressByHttps(() => oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: backTo })).href;
}
