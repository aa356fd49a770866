import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";

/**
 * Roles that the application and the workers log in as: they own nothing, have no memberships and can't bypass row-level security. No
 * statement inside the session (RESET ROLE, set_config('role', …)) changes that.
 */
export type LoginRole = "portal_app" | "portal_worker";

const loginRoles: readonly LoginRole[] = ["portal_app", "portal_worker"];

/** Connection URLs of roles whose passwords the operator manages. */
export interface ConfiguredLogins {
  portal_app: string;
  portal_worker: string;
}

/** Error whose message is shown to the operator at start. */
export class DatabaseLoginError extends Error {}

/** Connection URL of a role. `ownerUrl` is DATABASE_URL, or the URL of the embedded database. */
export function connectionUrlFor(ownerUrl: string, role: LoginRole, logins?: ConfiguredLogins | null): string {
  return logins?.[role] ?? loginUrl(ownerUrl, role);
}

/**
 * The owner's URL with a role's name and password. The password is derived from the owner's by HMAC: every process with DATABASE_URL can
 * compute it, it isn't stored, and it doesn't reveal the owner's password.
 */
export function loginUrl(ownerUrl: string, role: LoginRole): string {
  const url = parse(ownerUrl);
  if (url.password === "") {
    throw new DatabaseLoginError(
      "DATABASE_URL has no password from which those of the roles portal_app and portal_worker could follow. " +
        "Name one, or set APP_DATABASE_URL and WORKER_DATABASE_URL.",
    );
  }
  const secret = decodeURIComponent(url.password);
  url.username = role;
  url.password = createHmac("sha256", secret).update(`workplace-portal:${role}`).digest("base64url");
  return url.href;
}

/**
 * Lets both roles log in with their derived passwords. Tries the login first, so that usually only the first of many starting processes
 * alters the roles.
 */
export async function prepareLogins(ownerUrl: string): Promise<void> {
  for (const role of loginRoles) {
    if (await canLogIn(loginUrl(ownerUrl, role))) continue;
    await setPassword(ownerUrl, role).catch((error: Error) => {
      throw new DatabaseLoginError(
        `The role ${role} can't be given a password (${error.message}). The user of DATABASE_URL must have CREATEROLE ` +
          "and have made the role; or make both roles yourself, and set APP_DATABASE_URL and WORKER_DATABASE_URL.",
      );
    });
    if (await canLogIn(loginUrl(ownerUrl, role))) continue;
    throw new DatabaseLoginError(`The role ${role} may not log in to the database. Does pg_hba.conf let it?`);
  }
}

async function setPassword(ownerUrl: string, role: LoginRole): Promise<void> {
  const password = decodeURIComponent(parse(loginUrl(ownerUrl, role)).password);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "portal-migrate" });
  await client.connect();
  try {
    await client.query(`ALTER ROLE ${role} LOGIN PASSWORD '${scramVerifier(password)}'`);
  } finally {
    await client.end();
  }
}

/** Authentication failures: missing or wrong password, or a role that may not log in. */
const refused = new Set(["28000", "28P01"]);

async function canLogIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: "portal-migrate" });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (refused.has((error as { code?: string }).code ?? "")) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** PostgreSQL's stored form of a password (RFC 5803). Computed here so that the password itself is in no statement or log. */
export function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const key = (name: string) => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(key("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${stored}:${key("Server Key").toString("base64")}`;
}

/** `postgresql://user:password@/database?host=/folder` has no host, which PostgreSQL accepts and URL doesn't. */
function parse(url: string): URL {
  return new URL(url.replace("@/", "@localhost/"));
}
