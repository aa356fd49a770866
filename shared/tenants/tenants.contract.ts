import { array, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, reply } from "../kernel/fields";
import { lookShape } from "./check-tenant.contract";
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
  /** How it is paid for; a plan that costs nothing is free. */
  subscription_type: string().oneOf(["free", "monthly", "annual", "granted"]).required(),
  plan: reply.text(),
  start_date: reply.text(),
  end_date: reply.textOrNull(),
  remaining_days: reply.numberOrNull(),
  time_zone: reply.text(),
  ...lookShape,
  weekend: array(reply.number()).required(),
  mail_sender: reply.textOrNull(),
  /** When the account is closed, if somebody has asked for that. */
  closes_at: reply.textOrNull(),
  version: reply.number(),
});

export const readTenant = endpoint({
  method: "GET",
  path: "/tenant",
  summary: "The organisation, what it pays for and how long that lasts.",
  permission: ["subscription-list-request", "tenant-edit"],
  openWhen: ["planExpired"],
  reply: dataReply(tenantRecord),
});

export const updateTenant = endpoint({
  method: "PUT",
  path: "/tenant",
  summary: "What the organisation says of itself. The host name is the operator's.",
  permission: "tenant-edit",
  body: tenantChangeSchema,
  reply: dataReply(tenantRecord),
  problems: ["organisation.stale", "tenant.brandContrast"],
  example: { body: { name: "Harbour", website: "https://harbour.example", time_zone: "Europe/Berlin", version: 1 } },
});

export const uploadTenantLogo = endpoint({
  method: "POST",
  path: "/tenant/logo",
  summary: "The organisation's logo: jpeg, png, gif or svg under 1 MB. Everybody who opens its address may see it.",
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
  summary: "Without a logo the first letter of the name stands in its place.",
  permission: "tenant-edit",
  reply: dataReply(tenantRecord),
});
