import { object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, lineField } from "../kernel/fields";
import { tenantRecord } from "./tenants.contract";

/** Days between asking for it and the end: long enough for whoever is away to come back and object. */
export const closingDays = 30;

/** Its name typed out: nobody does that by mistake. */
export const closingSchema = object({ name: lineField(120).required("field.required") });

export const closeTenant = endpoint({
  method: "POST",
  path: "/tenant/closing",
  summary: "Asks for the organisation's account to be closed, in thirty days. All administrators are told.",
  permission: "tenant-edit",
  body: closingSchema,
  reply: dataReply(tenantRecord),
  problems: ["session.confirmFirst", "tenant.closing", "tenant.subscribed", "request.invalid"],
  example: { body: { name: "Harbour" } },
});

export const keepTenant = endpoint({
  method: "DELETE",
  path: "/tenant/closing",
  summary: "Takes back that the account is to be closed. All administrators are told.",
  permission: "tenant-edit",
  reply: dataReply(tenantRecord),
  problems: ["tenant.notClosing"],
});
