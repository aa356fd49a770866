import { array, type InferType, object } from "yup";
import { boolean, number, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, idField, lineField, messageReply, reply, secretField, textField } from "../kernel/fields";
import { loginReply } from "./session.contract";

/** A domain of e-mail addresses, as it stands behind the @. */
const domainField = () =>
  textField(253)
    .transform((value) => (typeof value === "string" ? value.toLowerCase().replace(/^@/, "") : value))
    .matches(/^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/, { message: "signOn.domain", excludeEmptyString: true })
    .required("field.required");

export const signOnSchema = object({
  /** What the button says: "Continue with …". */
  name: lineField(40).required("field.required"),
  issuer: textField(500)
    .test("address", "signOn.issuerAddress", (text) => !text || URL.canParse(text))
    .required("field.required"),
  client_id: lineField(200).required("field.required"),
  /** Left out: the one that is kept stays. */
  client_secret: secretField(),
  /** Whose addresses are let in: the issuer must say that they are verified. */
  domains: array(domainField())
    .min(1, "field.required")
    .max(50, "field.tooMany")
    .typeError("field.list")
    .required("field.required"),
  /** What newcomers become: nothing that governs others. */
  role_id: idField("role").required("field.required"),
  /** The claim that names roles, and what its values stand for. */
  role_claim: lineField(100).default(""),
  roles: array(
    object({ value: lineField(200).required("field.required"), role_id: idField("role").required("field.required") }),
  )
    .max(50, "field.tooMany")
    .default([])
    .typeError("field.list"),
  /** Passwords and passkeys count no more, but for one administrator. */
  required: boolean().default(false).typeError("field.boolean"),
  /** What one has changed it from; 0: there was none. */
  version: number().integer("field.wholeNumber").min(0, "field.outOfRange").default(0).typeError("field.number"),
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
  /** How many people have come in by it. */
  people: reply.number(),
});
export type SignOn = InferType<typeof signOnReply>;

export const readSignOn = endpoint({
  method: "GET",
  path: "/security/sign-on",
  summary: "Sign-on from elsewhere (OpenID Connect): its settings, never its secret; null where there is none.",
  permission: "tenant-edit",
  reply: object({
    message: string(),
    data: signOnReply.nullable().defined(),
    /** What the issuer has to be told: where it sends people back to, after signing in and out. */
    redirect_uri: reply.text(),
    sign_out_uri: reply.text(),
    /** Who may be the one whose password goes on counting. */
    administrators: array(object({ id: reply.id(), fullname: reply.text() })).required(),
    /** For values of the claim all of them; newcomers may become only what governs nobody. */
    role_options: array(object({ id: reply.id(), name: reply.text(), for_newcomers: boolean().required() })).required(),
  }),
});

export const changeSignOn = endpoint({
  method: "PUT",
  path: "/security/sign-on",
  summary: "Sets up sign-on from elsewhere, after asking the issuer whether it answers.",
  permission: "tenant-edit",
  body: signOnSchema,
  reply: messageReply,
  problems: ["session.confirmFirst", "signOn.unreachable", "conflict"],
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
  summary: "Takes sign-on from elsewhere away: everybody signs in with what they have here.",
  permission: "tenant-edit",
  reply: messageReply,
  problems: ["session.confirmFirst", "notFound"],
});

export const beginSignOn = endpoint({
  method: "POST",
  path: "/auth/sign-on",
  summary: "Begins signing in at the organisation's issuer: where to go, and the token that goes on with it.",
  access: "public",
  openWhen: ["planExpired"],
  body: object({ remember: boolean().default(false).typeError("field.boolean") }),
  reply: dataReply(object({ token: reply.text(), url: reply.text() })),
  tellsSecret: true,
  problems: ["signOn.off", "signOn.unreachable", "session.crossSite", "rate.limited"],
  example: { body: { remember: false } },
});

export const finishSignOn = endpoint({
  method: "POST",
  path: "/auth/sign-on/finish",
  summary: "Signs in with what the issuer has sent back.",
  access: "public",
  openWhen: ["planExpired"],
  body: object({
    token: textField(200).required("field.required"),
    /** What stands behind the ? of the address that the issuer has led to. */
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
