import { type InferType, object } from "yup";
import { reply } from "./fields";
import { boolean } from "./schemas";

export const appearanceShape = {
  language: reply.textOrNull(),
  theme: reply.textOrNull(),
  brand_color: reply.textOrNull(),
};

/** The tenant of a host name, as shown to everyone before the sign-in. */
export const tenantReply = object({
  ...appearanceShape,
  id: reply.id(),
  name: reply.text(),
  tenant_name: reply.text(),
  domain: reply.text(),
  logo: reply.textOrNull(),
  website: reply.textOrNull(),
  /** Whether the tenant is active; false if an operator deactivated it. The client then shows a page that explains it. */
  active: boolean().required(),
  sign_on: object({ name: reply.text(), required: boolean().required() }).nullable().defined().default(null),
});

export type Tenant = InferType<typeof tenantReply>;
