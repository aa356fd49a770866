import * as oidc from "openid-client";
import { Problem } from "../../../../shared/kernel/problems";
import { fetchExternal } from "../../../platform/http/fetch-external";

export interface IssuerClient {
  issuer: string;
  client_id: string;
  client_secret: string;
}

/** Parameters that are sent with the request and checked in the response. */
export interface PendingSignOn {
  issuer: string;
  redirect: string;
  state: string;
  nonce: string;
  verifier: string;
}

export type IssuerClaims = Record<string, unknown> & { sub: string };

/**
 * Discovers the identity provider's configuration. `origins`: private origins allowed by the operator.
 * @throws Problem 422 `signOn.unreachable` when it doesn't respond as an OpenID provider.
 */
export async function discoverIssuer(
  { issuer, client_id, client_secret }: IssuerClient,
  origins: readonly string[],
): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  const isTrustedOrigin = origins.includes(url.origin);
  const config = await oidc
    .discovery(url, client_id, undefined, oidc.ClientSecretBasic(client_secret), {
      [oidc.customFetch]: fetchExternal(origins),
      timeout: 8,
      execute: isTrustedOrigin ? [oidc.allowInsecureRequests] : [],
    })
    .catch(() => {
      throw new Problem("signOn.unreachable", { errors: { issuer: ["problem.signOn.unreachable"] } });
    });
  // Verifies the token's signature, although the connection is already encrypted.
  oidc.enableNonRepudiationChecks(config);
  return config;
}

/**
 * The URL of the provider at which the user authenticates.
 * @throws Problem 422 `signOn.unreachable` when the URL isn't valid, or uses another scheme than https (or http for configured providers).
 */
export async function authorizationUrl(
  config: oidc.Configuration,
  redirect: string,
): Promise<{ url: string; begun: PendingSignOn }> {
  const verifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  const challenge = await oidc.calculatePKCECodeChallenge(verifier);
  const parameters = { redirect_uri: redirect, scope: "openid email profile", code_challenge: challenge, state, nonce };
  const url = addressByHttps(() =>
    oidc.buildAuthorizationUrl(config, { ...parameters, code_challenge_method: "S256" }),
  );
  return { url: url.href, begun: { issuer: config.serverMetadata().issuer, redirect, state, nonce, verifier } };
}

function addressByHttps(build: () => URL): URL {
  try {
    const url = build();
    // The library enforces https only for providers that the operator hasn't configured, and allows any scheme for the others, so the
    // scheme is checked here.
    if (["https:", "http:"].includes(url.protocol)) return url;
  } catch {
    // Not a valid URL.
  }
  throw new Problem("signOn.unreachable", { errors: { issuer: ["problem.signOn.unreachable"] } });
}

/**
 * Converts the response in the browser's URL to claims.
 * @throws Problem 422 `signOn.refused` unless the URL contains a fresh, signed response to the request.
 */
export async function verifiedClaimsOf(
  config: oidc.Configuration,
  begun: PendingSignOn,
  answer: string,
): Promise<IssuerClaims> {
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
  // Some providers sign only the subject. The other claims then come from the userinfo endpoint and must have the same subject.
  if (claims["email"] !== undefined || !config.serverMetadata().userinfo_endpoint) return claims;
  const userInfo = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub).catch(() => {
    throw refused();
  });
  return { ...userInfo, ...claims };
}

export function signOutUrl(config: oidc.Configuration, backTo: string): string | null {
  if (!config.serverMetadata().end_session_endpoint) return null;
  return addressByHttps(() => oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: backTo })).href;
}
