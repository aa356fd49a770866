import { canonicalEmail } from "../../../shared/kernel/email-address";
import type { DataSource } from "typeorm";
import { tenantStream } from "../../../shared/kernel/events";
import { type RoleCode, seedRoles } from "../roles/seeded-roles";
import { seedScheduleTemplates } from "../../work/schedules/schedule-templates.service";
import { UserEntity } from "../../people/people/user.entity";
import { type CommittedEvent, createUnitOfWork, sql, type Tx } from "../../platform/database/unit-of-work";
import { passwordProblem } from "../../identity/session/password.policy";
import { PasswordHistoryEntity } from "../../identity/session/password.entity";
import { hashPassword } from "../../platform/password-hash";
import { readTenants } from "../../platform/database/read-tenants";
import { queryRows, sharedSql } from "../../platform/database/statements";

/**
 * An error in an operation that only the database's owner can perform: the application role can neither create tenants nor see more than
 * one.
 */

export class TenantAdminError extends Error {}

export interface NewTenant {
  name: string;
  /** Host names without a port; the first is the main one. */
  domains: readonly string[];
  plan: string;
  website?: string | null;
  /** End of the plan; null if the plan doesn't end. */
  planEndsAt?: Date | null;
  administrator: { email: string; fullname: string; password: string };
}

const selectPlanByCode = sql("tenantAdmin.plan", "SELECT id FROM plan WHERE code = $1");
const nextTenantId = sharedSql("tenantAdmin.nextId", "SELECT nextval(pg_get_serial_sequence('tenant', 'id')) AS id");
const tenantIds = sharedSql("tenantAdmin.ids", "SELECT DISTINCT tenant_id FROM tenant_domain ORDER BY tenant_id");
const tenantByDomainOrId = sharedSql(
  "tenantAdmin.byDomainOrId",
  "SELECT tenant_id FROM tenant_domain WHERE domain = lower($1) OR tenant_id::text = $1 LIMIT 1",
);
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
 * Creates a tenant with its host names, the seeded roles and its first administrator, atomically.
 * @throws TenantAdminError when the plan is unknown, a host name is malformed or taken, or the password is weak.
 */
export async function createTenant(owner: DataSource, input: NewTenant): Promise<CreatedTenant> {
  const { fullname, email, password } = input.administrator;
  if (passwordProblem(password, { fullname, email, organization: input.name, domains: input.domains }))
    throw new TenantAdminError("The password is too common, or contains the name of the person or the organization.");
  return addTenant(owner, {
    ...input,
    administrator: { email, fullname, passwordHash: await hashPassword(password, "program") },
  });
}

type Added = Omit<NewTenant, "administrator"> & {
  administrator: Pick<UserEntity, "email" | "fullname" | "passwordHash">;
};

/** Like `createTenant` with an already hashed password, because hashing is slow. */
export async function addTenant(owner: DataSource, input: Added): Promise<CreatedTenant> {
  const bad = input.domains.find((domain) => !hostName.test(domain.toLowerCase()));
  if (bad !== undefined) throw new TenantAdminError(`"${bad}" is not a valid host name.`);
  if (input.domains.length === 0) throw new TenantAdminError("A tenant needs at least one host name.");
  const [next] = await queryRows<{ id: number }>(owner, nextTenantId);
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
      if (!added) throw new TenantAdminError(`The host name "${domain}" is already used by another tenant.`);
    }
    const roles = await seedRoles(tx);
    await seedScheduleTemplates(tx);
    const administratorId = await addUser(tx, { ...input.administrator, roleId: roles.administrator });
    return { id, roles, administratorId };
  });
}

export async function addUser(
  tx: Tx,
  user: Pick<UserEntity, "email" | "fullname" | "passwordHash" | "roleId"> & Partial<UserEntity>,
): Promise<number> {
  const { id } = await tx.repo(UserEntity).insert({ ...user, email: canonicalEmail(user.email) });
  await tx.repo(PasswordHistoryEntity).insert({ userId: id, passwordHash: user.passwordHash });
  return id;
}

async function planId(tx: Tx, code: string): Promise<number> {
  const plan = await tx.one<{ id: number }>(selectPlanByCode, [code]);
  if (!plan) throw new TenantAdminError(`Unknown plan "${code}". Plans are free, team and business.`);
  return plan.id;
}

export interface TenantChange {
  active?: boolean;
  plan?: string;
  /** End of the plan; null if the plan doesn't end. */
  planEndsAt?: Date | null;
}

const updateTenant = sql(
  "tenantAdmin.change",
  `UPDATE tenant SET active = COALESCE($1, active), plan_id = COALESCE($2, plan_id),
     plan_starts_at = CASE WHEN $2 IS NULL THEN plan_starts_at ELSE now() END,
     plan_ends_at = CASE WHEN $3 THEN $4 ELSE plan_ends_at END,
     -- An end that the operator sets is one: no days of grace follow.
     auto_renew = auto_renew AND NOT $3,
     -- A closed tenant that is activated isn't due for deletion any more. A closing that is only scheduled remains so.
     closes_at = CASE WHEN $1 AND closed_at IS NOT NULL THEN NULL ELSE closes_at END,
     closed_at = CASE WHEN $1 THEN NULL ELSE closed_at END
   WHERE id = current_tenant() RETURNING id`,
);

/**
 * Activates or deactivates a tenant, or changes its plan, and notifies open screens by an event. `published` may deliver the event
 * immediately; otherwise redrive delivers it within seconds.
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
    if (!(await tx.one(updateTenant, values))) throw new TenantAdminError("Tenant not found.");
    tx.emit("tenant.updated", tenantStream(tenantId), { id: tenantId });
  });
}

export interface TenantSummary {
  id: number;
  name: string;
  domains: string[];
  plan: string;
  active: boolean;
  plan_ends_at: Date | null;
  users: number;
}

export async function listTenants(owner: DataSource): Promise<TenantSummary[]> {
  const ids = await queryRows<{ tenant_id: number }>(owner, tenantIds);
  const rows = await readTenants<Omit<TenantSummary, "plan_ends_at"> & { plan_ends_at: string | null }>(
    owner,
    ids.map(({ tenant_id }) => tenant_id),
    selectTenantSummary,
  );
  return rows.map(({ plan_ends_at, ...row }) => ({
    ...row,
    plan_ends_at: plan_ends_at ? new Date(plan_ends_at) : null,
  }));
}

const selectTenantSummary = sql(
  "tenantAdmin.summary",
  `SELECT t.id, t.name, p.code AS plan, t.active, t.plan_ends_at,
          ARRAY(SELECT domain FROM tenant_domain d WHERE d.tenant_id = t.id ORDER BY main DESC, domain) AS domains,
          (SELECT count(*)::int FROM app_user u WHERE u.tenant_id = t.id) AS users
   FROM tenant t JOIN plan p ON p.id = t.plan_id WHERE t.id = current_tenant()`,
);

/**
 * Finds the tenant with a host name or an id.
 * @throws TenantAdminError when no tenant matches.
 */
export async function findTenant(owner: DataSource, domainOrId: string): Promise<number> {
  const rows = await queryRows<{ tenant_id: number }>(owner, tenantByDomainOrId, [domainOrId]);
  if (!rows[0])
    throw new TenantAdminError(`Tenant "${domainOrId}" not found. \`npm run tenant -- list\` lists all tenants.`);
  return rows[0].tenant_id;
}
