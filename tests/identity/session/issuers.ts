import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import type { TestServer } from "../../support/server";
import type { World } from "../../support/world";

export const clientCredentials = { client_id: "portal", client_secret: "issuers-secret-1" };

export class Issuer {
  private child!: ChildProcess;
  origin = "";

  async start(...options: string[]): Promise<this> {
    const program = join(__dirname, "oidc-provider.mjs");
    this.child = spawn(process.execPath, [program, ...options], { stdio: ["ignore", "pipe", "ignore"] });
    const [address] = await once(createInterface({ input: this.child.stdout as NodeJS.ReadableStream }), "line");
    this.origin = address as string;
    return this;
  }

  async stop(): Promise<void> {
    const over = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await over;
  }

  async walk(url: string, claims: object): Promise<string> {
    const start = new URL(url);
    const back = start.searchParams.get("redirect_uri") ?? "";
    start.searchParams.set("login_hint", Buffer.from(JSON.stringify(claims)).toString("base64url"));
    const cookies = new Map<string, string>();
    let next = start;
    for (let step = 0; step < 10 && !next.href.startsWith(back); step++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await fetch(next, { redirect: "manual", headers: { cookie } });
      for (const text of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get("location");
      if (!location) throw new Error(`${next.href} says ${answer.status} ${await answer.text()}`);
      next = new URL(location, next);
    }
    return next.search.slice(1);
  }
}

const keys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

/** Differences between a forged and a valid response. */
export interface Forgery {
  claims?: Record<string, unknown>;
  key?: KeyObject;
  algorithm?: "RS256" | "none";
}

/** An issuer that signs any claims. */
export class ForgingIssuer {
  private readonly server: Server = createServer();
  private readonly own = keys();
  readonly stranger = keys().privateKey;
  origin = "";
  forgery: Forgery = {};
  metadata: Record<string, unknown> = {};
  exchanged: URLSearchParams[] = [];
  nonce = "";

  async start(): Promise<this> {
    this.server.on("request", async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      if (request.url === "/token") this.exchanged.push(new URLSearchParams(body));
      const answer = this.answerTo(request.url ?? "");
      response.writeHead(answer ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(answer ?? {}));
    });
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    this.origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  private answerTo(path: string): object | null {
    const { origin } = this;
    if (path.startsWith("/.well-known/")) {
      return {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        ...this.metadata,
      };
    }
    if (path === "/jwks")
      return { keys: [{ ...this.own.publicKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] };
    if (path === "/token") return { access_token: "a", token_type: "Bearer", expires_in: 60, id_token: this.token() };
    return null;
  }

  private token(): string {
    const { claims = {}, key = this.own.privateKey, algorithm = "RS256" } = this.forgery;
    const now = Math.floor(Date.now() / 1_000);
    const payload = {
      iss: this.origin,
      aud: clientCredentials.client_id,
      sub: "one",
      iat: now,
      exp: now + 60,
      nonce: this.nonce,
      ...claims,
    };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const head = `${part({ alg: algorithm, typ: "JWT" })}.${part(payload)}`;
    if (algorithm === "none") return `${head}.`;
    return `${head}.${createSign("RSA-SHA256").update(head).sign(key).toString("base64url")}`;
  }
}

export const beginSignOn = async (world: World) =>
  (await world.api().post("/auth/sign-on", {})).body.data as { token: string; url: string };
export const finishSignOn = (world: World, token: string, answer: string) =>
  world.api().post("/auth/sign-on/finish", { token, answer });

export function signOnActions(server: TestServer, issuer: Issuer) {
  const settings = "/security/sign-on";
  async function saveSignOn(world: World, input: object) {
    const version = (await world.api(world.admin).get(settings)).body.data?.version ?? 0;
    return world.api(world.admin).put(settings, { version, ...input });
  }
  const rows = <R>(world: World, text: string, values: unknown[] = []) =>
    world.tx((tx) => tx.rows<R>(unnamedSql(text), values));

  const inputOf = (world: World, at: { origin: string } = issuer) => ({
    name: "Acme ID",
    issuer: at.origin,
    ...clientCredentials,
    domains: ["acme.test"],
    role_id: world.roles.employee,
  });

  async function withSignOn(overrides: object = {}, at: { origin: string } = issuer): Promise<World> {
    const world = await server.world();
    const answer = await saveSignOn(world, { ...inputOf(world, at), ...overrides });
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    return world;
  }

  async function enter(world: World, claims: object) {
    const { token, url } = await beginSignOn(world);
    return finishSignOn(world, token, await issuer.walk(url, claims));
  }

  let sequence = 0;
  const newIdentity = (overrides: object = {}) => {
    const name = `new.person${++sequence}`;
    return { sub: `sub-${name}`, email: `${name}@acme.test`, email_verified: true, name: "New Person", ...overrides };
  };
  const signInLog = (world: World) =>
    rows<{ outcome: string; facts: object }>(
      world,
      "SELECT outcome, facts FROM security_event WHERE kind = 'sign_in' ORDER BY id",
    );
  return { settings, rows, inputOf, saveSignOn, withSignOn, enter, newIdentity, signInLog };
}
