import { object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, reply } from "../kernel/fields";
import { boolean } from "../kernel/schemas";

/** How an organisation looks, and what holds for those who have chosen no language and no theme. */
export const lookShape = {
  language: reply.textOrNull(),
  theme: reply.textOrNull(),
  brand_color: reply.textOrNull(),
};

export const tenantReply = object({
  ...lookShape,
  id: reply.id(),
  name: reply.text(),
  tenant_name: reply.text(),
  domain: reply.text(),
  logo: reply.textOrNull(),
  website: reply.textOrNull(),
  /** False when an operator has switched the tenant off: the client shows the inactive page. */
  active: boolean().required(),
  /** Signing in at the organisation's own issuer: what its button says, and whether nothing else counts. */
  sign_on: object({ name: reply.text(), required: boolean().required() }).nullable().defined().default(null),
});

export const checkTenant = endpoint({
  method: "GET",
  path: "/api/check-tenant",
  summary: "Whether this host name belongs to a tenant. The first call of every client.",
  access: "public",
  openWhen: ["planExpired"],
  reply: dataReply(tenantReply),
  problems: ["tenant.unknown", "tenant.inactive", "tenant.closed"],
});
