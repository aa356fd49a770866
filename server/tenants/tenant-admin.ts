import type { DataSource } from "typeorm";
import { tenantStream } from "../../shared/kernel/events";
import { type RoleCode, seedRoles } from "../roles/seeded-roles.service";
import { UserEntity } from "../people/user.entity";
import { type CommittedEvent, createUnitOfWork, sql, type Tx } from "../platform/database/unit-of-work";
import { passwordProblem } from "../session/password-check.service";
import { PasswordHistoryEntity } from "../session/password.entity";
import { hashPassword } from "../platform/password-hash";

/** What only the owner of the database may do: the application may neither make tenants nor see two of them at once. */

export class TenantAdminError extends Error {}

export interface NewTenant {
  name: string;
  /** Host names without port. The first is the main one. */
  domains: readonly string[];
  plan: string;
  website?: string | null;
  /** Null: the plan doesn't end. */
  planEndsAt?: Date | null;
  administrator: { email: string; fullname: string; password: string };
}

const planByCode = sql("tenantAdmin.plan", "SELECT id FROM plan WHERE code = $1");
const insertTenant = sql(
  "tenantAdmin.insert",
  "INSERT INTO tenant (id, name, website, plan_id, plan_ends_at) VALUES (current_tenant(), $1, $2, $3, $4)",
);
const insertDomain = sql(
  "tenantAdmin.domain",
  `INSERT INTO tenant_domain (domain, tenant_id, main) VALUES ($1, current_tenant(), $2)
   ON CONFLICT DO NOTHING RETURNING domain`,
);
const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

export interface CreatedTenant {
  id: number;
  roles: Record<RoleCode, number>;
  administratorId: number;
}

/**
 * Makes a tenant with its host names, the seeded roles and its first administrator: all of it, or nothing.
 * @throws TenantAdminError when the plan is unknown, a host name is malformed or taken, or the password is a weak one.
 */
export async function createTenant(owner: DataSource, input: NewTenant): Promise<CreatedTenant> {
  const { fullname, email, password } = input.administrator;
  if (passwordProblem(password, { fullname, email, organisation: input.name, domains: input.domains }))
    throw new TenantAdminError("The password is widely used, or made of the names of the person or the organisation.");
  return addTenant(owner, {
    ...input,
    administrator: { email, fullname, passwordHash: await hashPassword(password, "program") },
  });
}

type Added = Omit<NewTenant, "administrator"> & {
  administrator: Pick<UserEntity, "email" | "fullname" | "passwordHash">;
};

/** The same with a password that is hashed already: hashing is made to be slow. */
export async function addTenant(owner: DataSource, input: Added): Promise<CreatedTenant> {
  const bad = input.domains.find((domain) => !hostName.test(domain.toLowerCase()));
  if (bad !== undefined) throw new TenantAdminError(`"${bad}" is no host name.`);
  if (input.domains.length === 0) throw new TenantAdminError("A tenant needs a host name.");
  const [next] = await owner.query<{ id: number }[]>("SELECT nextval(pg_get_serial_sequence('tenant', 'id')) AS id");
  const id = (next as { id: number }).id;
  return createUnitOfWork(owner, () => {})({ tenantId: id }, async (tx) => {
    await tx.rows(insertTenant, [
      input.name,
      input.website ?? null,
      await planId(tx, input.plan),
      input.planEndsAt ?? null,
    ]);
    for (const [index, domain] of input.domains.entries()) {
      const added = await tx.one(insertDomain, [domain.toLowerCase(), index === 0]);
      if (!added) throw new TenantAdminError(`The host name "${domain}" belongs to another tenant.`);
    }
    const roles = await seedRoles(tx);
    const administratorId = await addUser(tx, { ...input.administrator, roleId: roles.administrator });
    return { id, roles, administratorId };
  });
}

/** An account with its first password. @returns its id. */
export async function addUser(
  tx: Tx,
  user: Pick<UserEntity, "email" | "fullname" | "passwordHash" | "roleId"> & Partial<UserEntity>,
): Promise<number> {
  const { id } = await tx.repo(UserEntity).insert({ ...user, email: user.email.toLowerCase() });
  await tx.repo(PasswordHistoryEntity).insert({ userId: id, passwordHash: user.passwordHash });
  return id;
}

/** @throws TenantAdminError when there is no such plan. */
async function planId(tx: Tx, code: string): Promise<number> {
  const plan = await tx.one<{ id: number }>(planByCode, [code]);
  if (!plan) throw new TenantAdminError(`There is no plan "${code}". There are free, team and business.`);
  return plan.id;
}

export interface TenantChange {
  active?: boolean;
  plan?: string;
  /** Null: the plan doesn't end. */
  planEndsAt?: Date | null;
}

const change = sql(
  "tenantAdmin.change",
  `UPDATE tenant SET active = COALESCE($1, active), plan_id = COALESCE($2, plan_id),
     plan_starts_at = CASE WHEN $2 IS NULL THEN plan_starts_at ELSE now() END,
     plan_ends_at = CASE WHEN $3 THEN $4 ELSE plan_ends_at END,
     -- An end that the operator sets is one: no days of grace follow.
     auto_renew = auto_renew AND NOT $3
   WHERE id = current_tenant() RETURNING id`,
);

/**
 * Switches a tenant on or off, or changes its plan. Open screens are told by an event; `published` may bring it to them
 * at once, otherwise redrive does within seconds.
 * @throws TenantAdminError when the tenant or the plan is unknown.
 */
export async function changeTenant(
  owner: DataSource,
  tenantId: number,
  input: TenantChange,
  published: (events: CommittedEvent[]) => void = () => {},
): Promise<void> {
  await createUnitOfWork(owner, published)({ tenantId }, async (tx) => {
    const plan = input.plan === undefined ? null : await planId(tx, input.plan);
    const values = [input.active ?? null, plan, input.planEndsAt !== undefined, input.planEndsAt ?? null];
    if (!(await tx.one(change, values))) throw new TenantAdminError("There is no such tenant.");
    tx.emit("tenant.updated", tenantStream(tenantId), { id: tenantId });
  });
}

export interface TenantLine {
  id: number;
  name: string;
  domains: string[];
  plan: string;
  active: boolean;
  plan_ends_at: Date | null;
  users: number;
}

/** All tenants; needs an owner that row-level security doesn't hold back, else each is asked in its own transaction. */
export async function listTenants(owner: DataSource): Promise<TenantLine[]> {
  const ids = await owner.query<{ tenant_id: number }[]>(
    "SELECT DISTINCT tenant_id FROM tenant_domain ORDER BY tenant_id",
  );
  const lines: TenantLine[] = [];
  for (const { tenant_id } of ids) {
    const unit = createUnitOfWork(owner, () => {});
    const line = await unit({ tenantId: tenant_id, readOnly: true }, (tx) => tx.one<TenantLine>(summary));
    if (line) lines.push(line);
  }
  return lines;
}

const summary = sql(
  "tenantAdmin.summary",
  `SELECT t.id, t.name, p.code AS plan, t.active, t.plan_ends_at,
          ARRAY(SELECT domain FROM tenant_domain d WHERE d.tenant_id = t.id ORDER BY main DESC, domain) AS domains,
          (SELECT count(*)::int FROM app_user u WHERE u.tenant_id = t.id) AS users
   FROM tenant t JOIN plan p ON p.id = t.plan_id WHERE t.id = current_tenant()`,
);

/**
 * The tenant a host name, or an id, names.
 * @throws TenantAdminError when there is none.
 */
export async function findTenant(owner: DataSource, domainOrId: string): Promise<number> {
  const rows = await owner.query<{ tenant_id: number }[]>(
    "SELECT tenant_id FROM tenant_domain WHERE domain = lower($1) OR tenant_id::text = $1 LIMIT 1",
    [domainOrId],
  );
  if (!rows[0])
    throw new TenantAdminError(`There is no tenant "${domainOrId}". \`npm run tenant -- list\` shows them.`);
  return rows[0].tenant_id;
}
