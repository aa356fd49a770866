import { object } from "yup";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import { dataReply, lineField } from "../../kernel/fields";
import { tenantRecord } from "./tenants.contract";

/** Days between the request and the closing of the account, so that absent administrators can object. */
export const closingDays = 30;

/** The name of the organization, typed to confirm the request. */
export const closingSchema = object({ name: lineField(120).required("field.required") });

export const closeTenant = endpoint({
  method: "POST",
  path: "/tenant/closing",
  summary: "Schedules the organization's account to be closed in 30 days. All administrators are notified.",
  permission: "tenant-edit",
  body: closingSchema,
  reply: dataReply(tenantRecord),
  problems: ["session.confirmFirst", "tenant.closing", "tenant.subscribed", "request.invalid"],
  example: { body: { name: "Harbour" } },
});

export const keepTenant = endpoint({
  method: "DELETE",
  path: "/tenant/closing",
  summary: "Cancels the scheduled closure of the account. All administrators are notified.",
  permission: "tenant-edit",
  scope: withoutApiTokens,
  reply: dataReply(tenantRecord),
  problems: ["tenant.notClosing"],
});
