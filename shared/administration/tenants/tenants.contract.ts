import { array, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import { dataReply, reply } from "../../kernel/fields";
import { appearanceShape } from "../../kernel/tenant";
import { tenantChangeSchema } from "./tenants.schema";

export const tenantRecord = object({
  id: reply.id(),
  name: reply.text(),
  tenant_name: reply.text(),
  domain: reply.text(),
  logo: reply.textOrNull(),
  website: reply.textOrNull(),
  auto_renew: boolean().required(),
  users_count: reply.number(),
  projects_count: reply.number(),
  /** Payment period; plans without a price are free. */
  subscription_type: string().oneOf(["free", "monthly", "annual", "granted"]).required(),
  plan: reply.text(),
  start_date: reply.text(),
  end_date: reply.textOrNull(),
  remaining_days: reply.numberOrNull(),
  time_zone: reply.text(),
  ...appearanceShape,
  weekend: array(reply.number()).required(),
  mail_sender: reply.textOrNull(),
  enforce_room_capacity: boolean().required(),
  closes_at: reply.textOrNull(),
  version: reply.number(),
});

export const readTenant = endpoint({
  method: "GET",
  path: "/tenant",
  summary: "Returns the organization, its subscription and the remaining days.",
  permission: ["subscription-list-request", "tenant-edit"],
  openWhen: ["planExpired"],
  reply: dataReply(tenantRecord),
});

export const updateTenant = endpoint({
  method: "PUT",
  path: "/tenant",
  summary: "Updates the organization's details. The host name is set by the operator.",
  permission: "tenant-edit",
  scope: withoutApiTokens,
  body: tenantChangeSchema,
  reply: dataReply(tenantRecord),
  problems: ["organization.stale", "tenant.brandContrast"],
  example: { body: { name: "Harbour", website: "https://harbour.example", time_zone: "Europe/Berlin", version: 1 } },
});

export const uploadTenantLogo = endpoint({
  method: "POST",
  path: "/tenant/logo",
  summary: "Sets the organization's logo: JPEG, PNG, GIF or SVG under 1 MB. It is publicly readable by its address.",
  permission: "tenant-edit",
  body: object({}),
  file: "logo",
  reply: dataReply(tenantRecord),
  problems: ["request.invalid"],
  example: { body: {} },
});

export const removeTenantLogo = endpoint({
  method: "DELETE",
  path: "/tenant/logo",
  summary: "Deletes the logo. The initial of the organization's name is shown instead.",
  permission: "tenant-edit",
  reply: dataReply(tenantRecord),
});
