import { randomUUID } from "node:crypto";
import type { CommittedEvent, Tx } from "../../server/platform/database/unit-of-work";
import type { RoleCode } from "../../server/roles/seeded-roles.service";
import { addTenant, addUser, changeTenant, type TenantChange } from "../../server/tenants/tenant-admin";
import { hashPassword } from "../../server/platform/password-hash";
import { createSession } from "../../server/session/session-tokens";
import type { UserEntity } from "../../server/people/user.entity";
import { Api } from "./api";
import type { TestServer } from "./server";

/** Everybody's. */
export const password = "Demo1234";
let hashed: Promise<string> | null = null;
export const passwordHash = (): Promise<string> => (hashed ??= hashPassword(password, "program"));

export interface Person {
  id: number;
  email: string;
  fullname: string;
  token: string;
  sessionId: number;
}

export interface WorldOptions {
  plan?: "free" | "team" | "business";
}

/** One tenant and its people. Two worlds never share anything but the database. */
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
  /** Calls as this person, or as nobody. */
  api(person?: Person | null): Api;
  /** A transaction of this tenant, as the application has it: for factories and for looking at rows. */
  tx<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** One more person, signed in. */
  person(role: RoleCode, fields?: Partial<UserEntity>): Promise<Person>;
  signIn(person: Pick<Person, "id">): Promise<{ token: string; sessionId: number }>;
  change(change: TenantChange): Promise<void>;
  /** Events of this tenant that were committed so far, or since `mark`. */
  events(mark?: number): CommittedEvent[];
}

export async function newWorld(server: TestServer, options: WorldOptions = {}): Promise<World> {
  const key = randomUUID().slice(0, 8);
  const host = `w-${key}.test`;
  const administrator = { email: `admin@${host}`, fullname: "Ada Admin" };
  const made = await addTenant(server.owner, {
    name: `World ${key}`,
    domains: [host],
    plan: options.plan ?? "business",
    administrator: { ...administrator, passwordHash: await passwordHash() },
  });
  const tenantId = made.id;
  const tx: World["tx"] = (work) => server.platform.unitOfWork({ tenantId }, work);

  const signInBy = async (unit: Tx, userId: number) => {
    const session = await createSession(unit, { userId, remember: false, userAgent: "test" });
    return { token: session.token, sessionId: session.id };
  };
  let count = 0;
  const personBy = async (unit: Tx, role: RoleCode, fields: Partial<UserEntity>): Promise<Person> => {
    const fullname = fields.fullname ?? `${role[0]?.toUpperCase()}${role.slice(1)} ${++count}`;
    const email = fields.email ?? `${role}${++count}@${host}`;
    const external = role === "external";
    const user = { email, fullname, passwordHash: await passwordHash(), roleId: made.roles[role], external, ...fields };
    const id = await addUser(unit, user);
    return { id, email, fullname, ...(await signInBy(unit, id)) };
  };

  const people = await tx(async (unit) => ({
    admin: { id: made.administratorId, ...administrator, ...(await signInBy(unit, made.administratorId)) },
    hr: await personBy(unit, "hr", { fullname: "Hana Hr" }),
    manager: await personBy(unit, "manager", { fullname: "Mia Manager" }),
    finance: await personBy(unit, "finance", { fullname: "Finn Finance" }),
    employee: await personBy(unit, "employee", { fullname: "Emil Employee" }),
    external: await personBy(unit, "external", { fullname: "Xenia External" }),
  }));
  return {
    tenantId,
    host,
    roles: made.roles,
    ...people,
    api: (who = null) => new Api(server.app, host, who?.token ?? null),
    tx,
    person: (role, fields = {}) => tx((unit) => personBy(unit, role, fields)),
    signIn: ({ id }) => tx((unit) => signInBy(unit, id)),
    change: (change) => changeTenant(server.owner, tenantId, change, (events) => server.published.push(...events)),
    events: (mark = 0) => server.published.slice(mark).filter((event) => event.tenantId === tenantId),
  };
}
