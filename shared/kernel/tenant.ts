import { type InferType, object } from "yup";
import { reply } from "./fields";
import { boolean } from "./schemas";

export const appearanceShape = {
  language: reply.textOrNull(),
  theme: reply.textOrNull(),
  brand_color: reply.textOrNull(),
};

/** The tenant of a host name, as shown before sign-in. */
export const tenantReply = object({
  ...appearanceShape,
  id: reply.id(),
  name: reply.text(),
  tenant_name: reply.text(),
  domain: reply.text(),
  logo: reply.textOrNull(),
  website: reply.textOrNull(),
  /** False if an operator deactivated the tenant. The client then shows an explanatory page. */
  active: boolean().required(),
  sign_on: object({ name: reply.text(), required: boolean().required() }).nullable().defined().default(null),
});

export type Tenant = InferType<typeof tenantReply>;
