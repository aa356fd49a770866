import { array, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, emailField, lineField, messageReply, pathId } from "../../kernel/fields";
import { number, string } from "../../kernel/schemas";
import { tenantLineReply } from "./overview.contract";

const access = "operator" as const;

export const planCodes = ["free", "team", "business"] as const;
const planField = () => string().oneOf(planCodes, "field.oneOf").required("field.required");
/** Days until the plan ends; absent if it doesn't end. */
const daysField = () =>
  number()
    .transform((value, original) => (original === "" || original === null ? undefined : value))
    .typeError("field.number")
    .integer("field.number")
    .min(1, "field.number")
    .max(36_500, "field.number");

export const newTenantSchema = object({
  name: lineField(120).required("field.required"),
  domain: lineField(253)
    .transform((value) => (typeof value === "string" ? value.toLowerCase() : value))
    .required("field.required"),
  email: emailField().required("field.required"),
  plan: planField(),
  days: daysField(),
});

export const tenantPlanSchema = object({ plan: planField(), days: daysField() });

export const listOperatorTenants = endpoint({
  method: "GET",
  path: "/operator/tenants",
  summary: "Lists all tenants with their size and limits.",
  access,
  reply: dataReply(array(tenantLineReply).required()),
});

export const createOperatorTenant = endpoint({
  method: "POST",
  path: "/operator/tenants",
  summary: "Creates a tenant. The password of its first administrator is returned once.",
  access,
  body: newTenantSchema,
  reply: dataReply(object({ email: string().required(), password: string().required() })),
  problems: ["request.invalid"],
});

const params = object({ id: pathId("tenant") });
const tenantChange = <const Action extends string>(action: Action, summary: string) =>
  endpoint({ method: "POST", path: `/operator/tenants/:id/${action}`, summary, access, params, reply: messageReply });

export const deactivateTenant = tenantChange("deactivate", "Deactivates a tenant: its users see the reason.");
export const activateTenant = tenantChange("activate", "Activates a tenant.");
export const expireTenant = tenantChange("expire", "Ends the plan of a tenant now.");

export const setTenantPlan = endpoint({
  method: "PUT",
  path: "/operator/tenants/:id/plan",
  summary: "Changes the plan of a tenant and its end.",
  access,
  params,
  body: tenantPlanSchema,
  reply: messageReply,
  problems: ["notFound"],
});
