import type { InferType } from "yup";
import { tenantStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import type { tenantReply } from "../../../shared/kernel/tenant";
import type { tenantRecord } from "../../../shared/administration/tenants/tenants.contract";
import type { tenantChangeSchema } from "../../../shared/administration/tenants/tenants.schema";
import { brandProblem, nearestBrandColor } from "../../../shared/administration/tenants/brand.rules";
import { updateWeekend } from "../../requests/leave/calendar/work-week.service";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { offeredSignOn } from "../../identity/session/sign-on/sign-on.service";

export type TenantInfo = InferType<typeof tenantReply>;

const selectOwnTenant = sql(
  "tenants.own",
  `SELECT id, name, name AS tenant_name, logo, website, active, default_language AS language, default_theme AS theme, brand_color
   FROM tenant WHERE id = current_tenant()`,
);

/**
 * Public information about the tenant of a host name.
 * @throws Problem 404 when it is deleted.
 */
export async function presentTenant(tx: Tx, domain: string): Promise<TenantInfo> {
  const row = await tx.one<Omit<TenantInfo, "domain" | "sign_on">>(selectOwnTenant);
  if (!row) throw new Problem("tenant.unknown");
  return { ...row, domain: domain.toLowerCase(), sign_on: await offeredSignOn(tx) };
}

const selectTenantRecord = sql(
  "tenants.record",
  `SELECT t.id, t.name, t.name AS tenant_name, t.logo, t.website, t.auto_renew, t.time_zone, t.version, p.code AS plan,
          t.default_language AS language, t.default_theme AS theme, t.brand_color, t.weekend, t.mail_sender, t.enforce_room_capacity, t.closes_at,
          CASE WHEN p.monthly_price = 0 THEN 'free' ELSE COALESCE(t.billing_period, 'granted') END AS subscription_type,
          t.plan_starts_at AS start_date, t.plan_ends_at AS end_date,
          CASE WHEN t.plan_ends_at IS NOT NULL THEN GREATEST(0, ceil(extract(epoch FROM t.plan_ends_at - now()) / 86400))::int END
            AS remaining_days,
          (SELECT count(*)::int FROM app_user u WHERE u.tenant_id = t.id AND u.active) AS users_count,
          (SELECT count(*)::int FROM project j WHERE j.tenant_id = t.id AND j.archived_at IS NULL) AS projects_count
   FROM tenant t JOIN plan p ON p.id = t.plan_id WHERE t.id = current_tenant()`,
);

export type TenantRecord = InferType<typeof tenantRecord>;
type RecordRow = Omit<TenantRecord, "domain" | "start_date" | "end_date" | "closes_at"> & {
  start_date: Date;
  end_date: Date | null;
  closes_at: Date | null;
};

export async function presentTenantRecord(tx: Tx, domain: string): Promise<TenantRecord> {
  const row = await tx.one<RecordRow>(selectTenantRecord);
  if (!row) throw new Problem("tenant.unknown");
  const { start_date, end_date, closes_at, ...rest } = row;
  return {
    ...rest,
    domain: domain.toLowerCase(),
    start_date: start_date.toISOString(),
    end_date: end_date?.toISOString() ?? null,
    closes_at: closes_at?.toISOString() ?? null,
  };
}

// The statement checks the version, so that the second of two concurrent changes fails. Omitted fields are unchanged.
const updateTenantDetails = sql(
  "tenants.change",
  `UPDATE tenant SET name = $1, website = $2, time_zone = $3, version = version + 1,
     default_language = CASE WHEN $5::jsonb ? 'language' THEN $5->>'language' ELSE default_language END,
     default_theme = CASE WHEN $5 ? 'theme' THEN $5->>'theme' ELSE default_theme END,
     brand_color = CASE WHEN $5 ? 'brand_color' THEN $5->>'brand_color' ELSE brand_color END,
     mail_sender = CASE WHEN $5 ? 'mail_sender' THEN $5->>'mail_sender' ELSE mail_sender END,
     enforce_room_capacity = COALESCE(($5->>'enforce_room_capacity')::boolean, enforce_room_capacity)
   WHERE id = current_tenant() AND version = COALESCE($4, version) RETURNING id`,
);

/**
 * Changes name, settings and appearance of the tenant and notifies open screens.
 * @throws Problem 409 with the current record when the version is stale; 422 for a color without enough contrast, with the nearest color
 *   that has enough.
 */
export async function updateTenant(
  tx: Tx,
  domain: string,
  input: InferType<typeof tenantChangeSchema>,
): Promise<TenantRecord> {
  const { name, website = null, time_zone, version = null, weekend, ...look } = input;
  requireReadableColor(look.brand_color);
  const changed = await tx.one(updateTenantDetails, [name, website, time_zone, version, JSON.stringify(look)]);
  if (!changed) throw new Problem("organization.stale", { record: await presentTenantRecord(tx, domain) });
  if (weekend) await updateWeekend(tx, weekend);
  return emitTenantUpdated(tx, domain);
}

function requireReadableColor(color: string | null | undefined): void {
  const fault = color && brandProblem(color);
  if (fault)
    throw new Problem("tenant.brandContrast", {
      errors: { brand_color: [`field.brandContrast.${fault}`] },
      values: { nearest: nearestBrandColor(color) },
    });
}

/**
 * Makes all clients reload the tenant.
 * @returns the tenant's current state.
 */
export async function emitTenantUpdated(tx: Tx, domain: string): Promise<TenantRecord> {
  tx.emit("tenant.updated", tenantStream(tx.tenantId), { id: tx.tenantId });
  return presentTenantRecord(tx, domain);
}
