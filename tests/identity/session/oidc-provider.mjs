// An OIDC issuer in a separate process: `node tests/identity/session/oidc-provider.mjs` prints its address. Tests pass the user's claims in
// `login_hint` as JSON in base64url; without it the browser gets a form for an address. `--port=N` sets a fixed port. With `--userinfo`,
// the address isn't in the ID token and must be requested.
import { createServer } from "node:http";
import Provider from "oidc-provider";

/** The last claims of each user. @type {Map<string, import("oidc-provider").AccountClaims>} */
const people = new Map();

const server = createServer();
const port = Number(process.argv.find((option) => option.startsWith("--port="))?.slice("--port=".length) ?? 0);
server.listen(port, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: "portal", client_secret: "issuers-secret-1", redirect_uris: [`${issuer}/nowhere`] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    conformIdTokenClaims: process.argv.includes("--userinfo"),
    cookies: { keys: ["test"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: (_, id) => ({ accountId: id, claims: () => people.get(id) ?? { sub: id } }),
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  // Each test has its own host name.
  provider.Client.prototype.redirectUriAllowed = () => true;
  provider.Client.prototype.postLogoutRedirectUriAllowed = () => true;
  const handle = provider.callback();
  server.on("request", async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return handle(request, response);
    const { params } = await provider.interactionDetails(request, response);
    const email = new URL(request.url, issuer).searchParams.get("email");
    if (!params.login_hint && !email) {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      return response.end('<form><label>Address <input name="email"></label> <button>Log in</button></form>');
    }
    const claims = email
      ? { sub: email, email, email_verified: true, name: "Nadia Newcomer" }
      : JSON.parse(Buffer.from(String(params.login_hint), "base64url").toString());
    people.set(claims.sub, claims);
    await provider.interactionFinished(request, response, { login: { accountId: claims.sub } });
  });
  console.log(issuer);
});
