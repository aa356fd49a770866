import { endpoint } from "../../kernel/endpoint";
import { dataReply } from "../../kernel/fields";
import { tenantReply } from "../../kernel/tenant";

export const checkTenant = endpoint({
  method: "GET",
  path: "/api/check-tenant",
  summary: "Checks whether this host name belongs to a tenant. The first call of every client.",
  access: "public",
  openWhen: ["planExpired"],
  reply: dataReply(tenantReply),
  problems: ["tenant.unknown", "tenant.inactive", "tenant.closed"],
});
