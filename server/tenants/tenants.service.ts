import type { InferType } from "yup";
import { tenantStream } from "../../shared/kernel/events";
import { Problem } from "../../shared/kernel/problems";
import type { tenantReply } from "../../shared/tenants/check-tenant.contract";
import type { tenantRecord } from "../../shared/tenants/tenants.contract";
import type { tenantChangeSchema } from "../../shared/tenants/tenants.schema";
import { brandFault, nearestBrand } from "../../shared/tenants/brand.rules";
import { updateWeekend } from "../leave/work-week.service";
import { offeredSignOn } from "../session/sign-on/sign-on-rule.service";
import { sql, type Tx } from "../platform/database/unit-of-work";

export type TenantInfo = InferType<typeof tenantReply>;

const own = sql(
  "tenants.own",
  `SELECT id, name, name AS tenant_name, logo, website, active, default_language AS language, default_theme AS theme, brand_color
   FROM tenant WHERE id = current_tenant()`,
);

/**
 * What anyone may know of the tenant whose host name they typed.
 * @throws Problem 404 when it is gone.
 */
export async function presentTenant(tx: Tx, domain: string): Promise<TenantInfo> {
  const row = await tx.one<Omit<TenantInfo, "domain" | "sign_on">>(own);
  if (!row) throw new Problem("tenant.unknown");
  return { ...row, domain: domain.toLowerCase(), sign_on: await offeredSignOn(tx) };
}

const record = sql(
  "tenants.record",
  `SELECT t.id, t.name, t.name AS tenant_name, t.logo, t.website, t.auto_renew, t.time_zone, t.version, p.code AS plan,
          t.default_language AS language, t.default_theme AS theme, t.brand_color, t.weekend, t.mail_sender, t.closes_at,
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

/** The organisation for those who look after it. */
export async function presentTenantRecord(tx: Tx, domain: string): Promise<TenantRecord> {
  const row = await tx.one<RecordRow>(record);
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

// The version stands in the statement: of two who change it at once the second finds another one. What isn't said stays.
const change = sql(
  "tenants.change",
  `UPDATE tenant SET name = $1, website = $2, time_zone = $3, version = version + 1,
     default_language = CASE WHEN $5::jsonb ? 'language' THEN $5->>'language' ELSE default_language END,
     default_theme = CASE WHEN $5 ? 'theme' THEN $5->>'theme' ELSE default_theme END,
     brand_color = CASE WHEN $5 ? 'brand_color' THEN $5->>'brand_color' ELSE brand_color END,
     mail_sender = CASE WHEN $5 ? 'mail_sender' THEN $5->>'mail_sender' ELSE mail_sender END
   WHERE id = current_tenant() AND version = COALESCE($4, version) RETURNING id`,
);

/**
 * Changes what the organisation says of itself and how it looks; open screens follow.
 * @throws Problem 409 with the present record when somebody was faster, 422 for a colour that can't be read, with the nearest.
 */
export async function updateTenant(
  tx: Tx,
  domain: string,
  input: InferType<typeof tenantChangeSchema>,
): Promise<TenantRecord> {
  const { name, website = null, time_zone, version = null, weekend, ...look } = input;
  requireReadable(look.brand_color);
  const changed = await tx.one(change, [name, website, time_zone, version, JSON.stringify(look)]);
  if (!changed) throw new Problem("organisation.stale", { record: await presentTenantRecord(tx, domain) });
  if (weekend) await updateWeekend(tx, weekend);
  return tellTenant(tx, domain);
}

function requireReadable(color: string | null | undefined): void {
  const fault = color && brandFault(color);
  if (fault)
    throw new Problem("tenant.brandContrast", {
      errors: { brand_color: [`field.brandContrast.${fault}`] },
      values: { nearest: nearestBrand(color) },
    });
}

/** Whoever is signed in reads the organisation again. @returns it as it is now. */
export async function tellTenant(tx: Tx, domain: string): Promise<TenantRecord> {
  tx.emit("tenant.updated", tenantStream(tx.tenantId), { id: tx.tenantId });
  return presentTenantRecord(tx, domain);
}
