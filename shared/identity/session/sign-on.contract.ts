import { array, type InferType, object } from "yup";
import { boolean, number, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, idField, lineField, messageReply, reply, secretField, textField } from "../../kernel/fields";
import { asciiDomain } from "../../kernel/email-address";
import { loginReply } from "./session.contract";

/** An email domain, with or without a leading @. */
const domainField = () =>
  textField(253)
    .transform((value) => {
      const domain = typeof value === "string" ? value.toLowerCase().replace(/^@/, "") : value;
      return typeof domain === "string" ? (asciiDomain(domain) ?? domain) : domain;
    })
    .test("domain", "signOn.domain", (value) => !value || asciiDomain(value) === value)
    .required("field.required");

export const signOnSchema = object({
  name: lineField(40).required("field.required"),
  issuer: textField(500)
    .test("address", "signOn.issuerAddress", (text) => !text || URL.canParse(text))
    .required("field.required"),
  client_id: lineField(200).required("field.required"),
  /** If omitted, the stored secret is kept. */
  client_secret: secretField(),
  /** Accepted email domains. The identity provider must mark the email addresses as verified. */
  domains: array(domainField())
    .min(1, "field.required")
    .max(50, "field.tooMany")
    .typeError("field.list")
    .required("field.required"),
  /** Role of new users; it must not contain administrative permissions. */
  role_id: idField("role").required("field.required"),
  /** Name of the claim that contains roles (`role_claim`), and the role assigned for each claim value (`roles`). */
  role_claim: lineField(100).default(""),
  roles: array(
    object({ value: lineField(200).required("field.required"), role_id: idField("role").required("field.required") }),
  )
    .max(50, "field.tooMany")
    .default([])
    .typeError("field.list"),
  /** Disables passwords and passkeys for all users except one administrator (`exempt_user_id`). */
  required: boolean().default(false).typeError("field.boolean"),
  version: number().integer("field.wholeNumber").min(0).default(0).typeError("field.number"),
  exempt_user_id: idField("user")
    .nullable()
    .default(null)
    .when("required", ([required], field) => (required ? field.required("signOn.exemptNeeded") : field)),
});
export type SignOnInput = InferType<typeof signOnSchema>;

const signOnReply = object({
  name: reply.text(),
  issuer: reply.text(),
  client_id: reply.text(),
  domains: array(string().required()).required(),
  role_id: reply.id(),
  role_claim: string().defined(),
  roles: array(object({ value: reply.text(), role_id: reply.id() })).required(),
  required: boolean().required(),
  version: reply.number(),
  exempt_user_id: reply.numberOrNull(),
  people: reply.number(),
});
export type SignOn = InferType<typeof signOnReply>;

export const readSignOn = endpoint({
  method: "GET",
  path: "/security/sign-on",
  summary: "Returns the single sign-on (OpenID Connect) settings, never the secret; null if not set up.",
  permission: "tenant-edit",
  reply: object({
    message: string(),
    data: signOnReply.nullable().defined(),
    /** URLs to configure at the identity provider, to which it redirects after sign-in and sign-out. */
    redirect_uri: reply.text(),
    sign_out_uri: reply.text(),
    /** Administrators who can be exempt and keep signing in with a password. */
    administrators: array(object({ id: reply.id(), fullname: reply.text() })).required(),
    /** All roles can be assigned by the claim; new users can only get roles without administrative permissions. */
    role_options: array(object({ id: reply.id(), name: reply.text(), for_newcomers: boolean().required() })).required(),
  }),
});

export const changeSignOn = endpoint({
  method: "PUT",
  path: "/security/sign-on",
  summary: "Sets up single sign-on after checking that the identity provider responds.",
  permission: "tenant-edit",
  body: signOnSchema,
  reply: messageReply,
  problems: ["session.confirmFirst", "signOn.unreachable", "signOn.removed", "conflict"],
  example: {
    body: {
      name: "Acme ID",
      issuer: "https://nowhere.invalid",
      client_id: "portal",
      client_secret: "Secret-1234",
      domains: ["acme.test"],
      role_id: 1,
    },
  },
});

export const removeSignOn = endpoint({
  method: "DELETE",
  path: "/security/sign-on",
  summary: "Removes single sign-on. Everyone signs in with a password or a passkey.",
  permission: "tenant-edit",
  reply: messageReply,
  problems: ["session.confirmFirst", "notFound"],
});

export const beginSignOn = endpoint({
  method: "POST",
  path: "/auth/sign-on",
  summary: "Starts single sign-on: returns the provider's address and the token to continue with.",
  access: "public",
  openWhen: ["planExpired", "maintenance"],
  body: object({ remember: boolean().default(false).typeError("field.boolean") }),
  reply: dataReply(object({ token: reply.text(), url: reply.text() })),
  tellsSecret: true,
  problems: ["signOn.off", "signOn.unreachable", "session.crossSite", "rate.limited"],
  example: { body: { remember: false } },
});

export const finishSignOn = endpoint({
  method: "POST",
  path: "/auth/sign-on/finish",
  summary: "Completes single sign-on with the identity provider's response.",
  access: "public",
  openWhen: ["planExpired", "maintenance"],
  body: object({
    token: textField(200).required("field.required"),
    /** Query string of the redirect from the identity provider. */
    answer: textField(8_000).required("field.required"),
  }),
  reply: loginReply,
  tellsSecret: true,
  problems: [
    "signOn.off",
    "signOn.unreachable",
    "signOn.refused",
    "signOn.unknown",
    "signOn.role",
    "session.secondStepExpired",
    "session.inactive",
    "session.crossSite",
    "plan_limit_reached",
    "rate.limited",
  ],
  example: { body: { token: "none", answer: "code=1&state=2" } },
});
