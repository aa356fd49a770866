import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import { randomBytes } from "node:crypto";
import type { DataSource } from "typeorm";
import type { InferType } from "yup";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { TenantLine } from "../../../shared/operations/operator/overview.contract";
import type { newTenantSchema } from "../../../shared/operations/operator/tenants.contract";
import {
  changeTenant,
  createTenant,
  listTenants,
  TenantAdminError,
  type TenantChange,
} from "../../administration/tenants/tenant-admin";
import type { OwnerDatabase } from "../../platform/database/owner-database";
import { readTenants } from "../../platform/database/read-tenants";
import { sql } from "../../platform/database/unit-of-work";
import { inTenant } from "./parked-events.service";

const selectTenantSize = sql(
  "operator.tenantSize",
  `SELECT t.id, p.user_limit, p.project_limit,
          (SELECT count(*)::int FROM project j WHERE j.tenant_id = t.id AND j.archived_at IS NULL) AS projects,
          (SELECT COALESCE(sum(f.size), 0)::float8 FROM file f WHERE f.tenant_id = t.id) AS file_bytes,
          (SELECT COALESCE(sum(f.size), 0)::float8 FROM file f WHERE f.tenant_id = t.id AND EXISTS (
             SELECT FROM bin_file b WHERE b.tenant_id = f.tenant_id AND b.file_id = f.id)) AS bin_bytes
   FROM tenant t JOIN plan p ON p.id = t.plan_id WHERE t.id = current_tenant()`,
);
interface Size {
  id: number;
  user_limit: number | null;
  project_limit: number | null;
  projects: number;
  file_bytes: number;
  bin_bytes: number;
}

export async function tenantsWithSize(owner: DataSource): Promise<TenantLine[]> {
  const tenants = await listTenants(owner);
  const sizes = await readTenants<Size>(
    owner,
    tenants.map(({ id }) => id),
    selectTenantSize,
  );
  const sizeById = new Map(sizes.map((size) => [size.id, size]));
  return tenants.flatMap(({ plan_ends_at, ...tenant }) => {
    const size = sizeById.get(tenant.id);
    if (!size) return []; // deleted meanwhile
    return {
      ...tenant,
      ...size,
      plan_ends_at: plan_ends_at?.toISOString() ?? null,
      plan_ended: plan_ends_at !== null && plan_ends_at <= new Date(),
    };
  });
}

export const planEndAfter = (days: number | undefined): Date | null =>
  days === undefined ? null : new Date(Date.now() + days * elapsedDayMs);

/**
 * Creates a tenant whose first administrator gets a password that must be passed on.
 * @throws Problem 422 when the host name is malformed or taken.
 */
export async function openTenant(
  owner: DataSource,
  { name, domain, email, plan, days }: InferType<typeof newTenantSchema>,
): Promise<{ email: string; password: string }> {
  const password = `${randomBytes(9).toString("base64url")}aA1`;
  const administrator = { email, fullname: "Administrator", password };
  try {
    await createTenant(owner, { name, domains: [domain], plan, planEndsAt: planEndAfter(days), administrator });
  } catch (error) {
    if (error instanceof TenantAdminError) throw invalidFieldProblem("domain", "operator.domain");
    throw error;
  }
  return { email, password };
}

/**
 * Changes a tenant and notifies its open screens.
 * @returns its name.
 * @throws Problem 404 for an unknown tenant.
 */
export async function changeTenantById(owner: OwnerDatabase, tenantId: number, change: TenantChange): Promise<string> {
  const database = await owner.open();
  const tenant = await inTenant(database, tenantId, (tx) => tx.one<{ name: string }>(selectTenantName));
  if (!tenant) throw new Problem("notFound");
  await changeTenant(database, tenantId, change, (events) => owner.published(events));
  return tenant.name;
}

const selectTenantName = sql("operator.tenantName", "SELECT name FROM tenant WHERE id = current_tenant()");
