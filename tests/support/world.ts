import { randomUUID } from "node:crypto";
import { type CommittedEvent, sql, type Tx } from "../../server/platform/database/unit-of-work";
import type { RoleCode } from "../../server/administration/roles/seeded-roles";
import { addTenant, addUser, changeTenant, type TenantChange } from "../../server/administration/tenants/tenant-admin";
import { hashPassword } from "../../server/platform/password-hash";
import { tokenHash } from "../../server/platform/session";
import { maxSessionLifetime, idleSessionLifetime } from "../../server/identity/session/session-use";
import { createSession, newToken } from "../../server/identity/session/session-tokens";
import type { UserEntity } from "../../server/people/people/user.entity";
import { Api } from "./api";
import type { TestServer } from "./server";

export const password = "Demo1234";
let hashed: Promise<string> | null = null;
export const passwordHash = (): Promise<string> => (hashed ??= hashPassword(password, "program"));

interface Account {
  id: number;
  email: string;
  fullname: string;
}

export interface Person extends Account {
  token: string;
  sessionId: number;
}

export interface WorldOptions {
  plan?: "free" | "team" | "business";
}

/** A test tenant and its users. Two worlds share only the database. */
export interface World {
  tenantId: number;
  host: string;
  roles: Record<RoleCode, number>;
  admin: Person;
  hr: Person;
  manager: Person;
  finance: Person;
  employee: Person;
  external: Person;
  api(person?: Person | null): Api;
  tx<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  person(role: RoleCode, fields?: Partial<UserEntity>): Promise<Person>;
  signIn(person: Pick<Person, "id">): Promise<{ token: string; sessionId: number }>;
  change(change: TenantChange): Promise<void>;
  /** Committed events of this tenant, all or since `mark`. */
  events(mark?: number): CommittedEvent[];
}

const others = {
  hr: "Hana Hr",
  manager: "Mia Manager",
  finance: "Finn Finance",
  employee: "Emil Employee",
  external: "Xenia External",
} satisfies Partial<Record<RoleCode, string>>;
type Other = keyof typeof others;

/** Does the same as `addUser` for all users in one statement, since every test needs them. */
const insertOthers = sql(
  "world.addOthers",
  `WITH given AS (
     SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[]) WITH ORDINALITY
       AS given (email, fullname, role_id, external, nth)),
   people AS (
     INSERT INTO app_user (tenant_id, email, fullname, role_id, external, password_hash)
     SELECT current_tenant(), email, fullname, role_id, external, $5 FROM given ORDER BY nth RETURNING id, password_hash),
   history AS (
     INSERT INTO password_history (tenant_id, user_id, password_hash) SELECT current_tenant(), id, password_hash FROM people)
   SELECT id FROM people ORDER BY id`,
);

/** Does the same as `createSession` for all users in one statement. */
const insertSessions = sql(
  "world.addSessions",
  `INSERT INTO session (tenant_id, user_id, token_hash, file_hash, remember, user_agent, expires_at, ends_at)
   SELECT current_tenant(), user_id, token_hash, file_hash, false, 'test', now() + $4::interval, now() + $5::interval
   FROM unnest($1::bigint[], $2::bytea[], $3::bytea[]) AS given (user_id, token_hash, file_hash) RETURNING id`,
);

async function othersBy(unit: Tx, host: string, roles: World["roles"]): Promise<Record<Other, Account>> {
  const accounts = Object.entries(others).map(([role, fullname], at) => ({
    role: role as Other,
    email: `${role}${at + 1}@${host}`,
    fullname,
  }));
  const ids = await unit.rows<{ id: number }>(insertOthers, [
    accounts.map(({ email }) => email),
    accounts.map(({ fullname }) => fullname),
    accounts.map(({ role }) => roles[role]),
    accounts.map(({ role }) => role === "external"),
    await passwordHash(),
  ]);
  const accountEntries = accounts.map(({ role, ...account }, at) => [role, { ...account, id: ids[at]?.id }]);
  return Object.fromEntries(accountEntries);
}

async function signedIn<Name extends string>(unit: Tx, accounts: Record<Name, Account>): Promise<Record<Name, Person>> {
  const names = Object.keys(accounts) as Name[];
  const tokens = names.map(() => newToken());
  const sessions = await unit.rows<{ id: number }>(insertSessions, [
    names.map((name) => accounts[name].id),
    tokens.map(tokenHash),
    names.map(() => tokenHash(newToken())),
    idleSessionLifetime.short,
    maxSessionLifetime.short,
  ]);
  const people = names.map((name, at) => [name, { ...accounts[name], token: tokens[at], sessionId: sessions[at]?.id }]);
  return Object.fromEntries(people);
}

export async function newWorld(server: TestServer, options: WorldOptions = {}): Promise<World> {
  const key = randomUUID().slice(0, 8);
  const host = `w-${key}.test`;
  const administrator = { email: `admin@${host}`, fullname: "Ada Admin" };
  const tenant = await addTenant(server.owner, {
    name: `World ${key}`,
    domains: [host],
    plan: options.plan ?? "business",
    administrator: { ...administrator, passwordHash: await passwordHash() },
  });
  const tenantId = tenant.id;
  const tx: World["tx"] = (work) => server.platform.unitOfWork({ tenantId }, work);

  const signInBy = async (unit: Tx, userId: number) => {
    const session = await createSession(unit, { userId, remember: false, userAgent: "test" });
    return { token: session.token, sessionId: session.id };
  };
  let count = Object.keys(others).length;
  const personBy = async (unit: Tx, role: RoleCode, fields: Partial<UserEntity>): Promise<Person> => {
    const fullname = fields.fullname ?? `${role[0]?.toUpperCase()}${role.slice(1)} ${++count}`;
    const email = fields.email ?? `${role}${++count}@${host}`;
    const external = role === "external";
    const user = {
      email,
      fullname,
      passwordHash: await passwordHash(),
      roleId: tenant.roles[role],
      external,
      ...fields,
    };
    const id = await addUser(unit, user);
    return { id, email, fullname, ...(await signInBy(unit, id)) };
  };

  const people = await tx(async (unit) => {
    const admin = { id: tenant.administratorId, ...administrator };
    return signedIn(unit, { admin, ...(await othersBy(unit, host, tenant.roles)) });
  });
  return {
    tenantId,
    host,
    roles: tenant.roles,
    ...people,
    api: (who = null) => new Api(server.app, host, who?.token ?? null),
    tx,
    person: (role, fields = {}) => tx((unit) => personBy(unit, role, fields)),
    signIn: ({ id }) => tx((unit) => signInBy(unit, id)),
    change: (change) => changeTenant(server.owner, tenantId, change, (events) => server.published.push(...events)),
    events: (mark = 0) => server.published.slice(mark).filter((event) => event.tenantId === tenantId),
  };
}
