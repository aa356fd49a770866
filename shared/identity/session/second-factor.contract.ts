import { array, type InferType, mixed, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import {
  dataReply,
  deletedReply,
  lineField,
  messageReply,
  pathId,
  reply,
  secretField,
  textField,
} from "../../kernel/fields";
import { loginReply } from "./session.contract";

/** These calls also stay available while a second factor must be set up. */
const open = ["planExpired", "factorMissing"] as const;

/** Six digits, optionally separated by spaces or hyphens. */
const codeField = () =>
  textField(20)
    .transform((value) => (typeof value === "string" ? value.replace(/[\s-]/g, "") : value))
    .matches(/^\d{6}$/, { message: "secondFactor.codeShape", excludeEmptyString: true });

const encoded = (max: number) => textField(max).matches(/^[\w-]*={0,2}$/, "field.invalid");

const answerOf = <R extends Record<string, ReturnType<typeof encoded>>>(response: R) =>
  object({
    id: encoded(1_500).required("field.required"),
    rawId: encoded(1_500).required("field.required"),
    type: string().oneOf(["public-key"], "field.oneOf").required("field.required"),
    response: object(response),
  });
const assertion = () =>
  answerOf({
    clientDataJSON: encoded(4_000).required("field.required"),
    authenticatorData: encoded(4_000).required("field.required"),
    signature: encoded(4_000).required("field.required"),
    userHandle: encoded(200),
  });
const attestation = () =>
  answerOf({
    clientDataJSON: encoded(4_000).required("field.required"),
    attestationObject: encoded(20_000).required("field.required"),
  });

/** Options for `navigator.credentials` in the WebAuthn JSON format. */
const browserOptions = () => mixed<Record<string, unknown>>();

const tokenField = () => textField(200).required("field.required");
const assertionExample = {
  id: "AA",
  rawId: "AA",
  type: "public-key",
  response: { clientDataJSON: "AA", authenticatorData: "AA", signature: "AA" },
};

export const secondStepSchema = object({
  token: tokenField(),
  code: codeField(),
  recovery_code: textField(40),
  passkey: assertion().nullable().default(undefined),
}).test("one", "field.required", (value, context) =>
  value.code || value.recovery_code || value.passkey
    ? true
    : context.createError({ path: "code", message: "field.required" }),
);

export const enterSecondFactor = endpoint({
  method: "POST",
  path: "/auth/login/second-step",
  summary: "Completes a sign-in with a second factor: an app code, a passkey or a recovery code.",
  access: "public",
  openWhen: ["planExpired", "maintenance"],
  body: secondStepSchema,
  reply: loginReply,
  tellsSecret: true,
  problems: ["session.secondStepExpired", "session.wrongCode", "rate.limited"],
  example: { body: { token: "none", code: "123456" } },
});

export const createPasskeySignInOptions = endpoint({
  method: "POST",
  path: "/auth/login/passkey/options",
  summary: "Starts signing in with a passkey alone and returns the browser options.",
  access: "public",
  openWhen: ["planExpired", "maintenance"],
  reply: dataReply(object({ token: reply.text(), options: browserOptions().required() })),
  problems: ["rate.limited"],
});

export const signInWithPasskey = endpoint({
  method: "POST",
  path: "/auth/login/passkey",
  summary: "Signs in with a passkey alone. Possession and user verification count as both factors.",
  access: "public",
  openWhen: ["planExpired", "maintenance"],
  body: object({
    token: tokenField(),
    passkey: assertion().required("field.required"),
    remember: boolean().default(false).typeError("field.boolean"),
  }),
  reply: loginReply,
  tellsSecret: true,
  problems: ["session.secondStepExpired", "session.passkeyUnknown", "session.inactive", "rate.limited"],
  example: { body: { token: "none", passkey: assertionExample } },
});

export const passkeyReply = object({
  id: reply.id(),
  name: reply.text(),
  created_at: reply.text(),
  last_used_at: reply.textOrNull(),
});

export const secondFactorReply = object({
  totp_since: reply.textOrNull(),
  passkeys: array(passkeyReply).required(),
  recovery_codes_left: reply.number(),
  required: boolean().required(),
  /** Whether the user confirmed the password recently, which changes of second factors require. */
  confirmed: boolean().required(),
});
export type SecondFactor = InferType<typeof secondFactorReply>;

export const readSecondFactor = endpoint({
  method: "GET",
  path: "/auth/second-factor",
  summary: "Lists the caller's second factors.",
  openWhen: open,
  reply: dataReply(secondFactorReply),
});

export const confirmPasswordSchema = object({ password: secretField().required("field.required") });

export const confirmPassword = endpoint({
  method: "POST",
  path: "/auth/second-factor/confirm",
  summary: "Confirms the caller's password, so the session may change second factors for ten minutes.",
  openWhen: open,
  body: confirmPasswordSchema,
  reply: messageReply,
  problems: ["session.wrongPassword", "rate.limited"],
  example: { body: { password: "Wrong1234" } },
});

export const maxPasskeys = 20;

const changes = ["session.confirmFirst"] as const;
/** Recovery codes, shown once and stored as hashes. Empty if the user already has recovery codes. */
const codesReply = object({ message: string().required(), recovery_codes: array(string().required()).required() });

export const beginTotp = endpoint({
  method: "POST",
  path: "/auth/second-factor/totp",
  summary:
    "Starts setting up an authenticator app. Its secret is returned only once, as text and as an address for a QR code.",
  openWhen: open,
  reply: dataReply(object({ secret: reply.text(), uri: reply.text() })),
  tellsSecret: true,
  problems: [...changes, "session.factorThere"],
});

export const confirmTotpSchema = object({ code: codeField().required("field.required") });

export const confirmTotp = endpoint({
  method: "POST",
  path: "/auth/second-factor/totp/confirm",
  summary: "Confirms the codes of an authenticator app and activates it. The first factor comes with recovery codes.",
  openWhen: open,
  body: confirmTotpSchema,
  reply: codesReply,
  tellsSecret: true,
  problems: [...changes, "session.wrongCode", "session.factorThere", "rate.limited"],
  example: { body: { code: "123456" } },
});

export const removeTotp = endpoint({
  method: "DELETE",
  path: "/auth/second-factor/totp",
  summary: "Removes the authenticator app.",
  openWhen: ["planExpired"],
  reply: messageReply,
  problems: [...changes, "session.factorNeeded", "notFound"],
});

export const createPasskeyOptions = endpoint({
  method: "POST",
  path: "/auth/second-factor/passkey/options",
  summary: "Starts adding a passkey and returns the browser options.",
  openWhen: open,
  reply: dataReply(object({ token: reply.text(), options: browserOptions().required() })),
  tellsSecret: true,
  problems: [...changes, "session.passkeyLimit"],
});

export const addPasskey = endpoint({
  method: "POST",
  path: "/auth/second-factor/passkey",
  summary: "Adds the passkey created by the browser. The first factor comes with recovery codes.",
  openWhen: open,
  body: object({ token: tokenField(), name: lineField(60), passkey: attestation().required("field.required") }),
  reply: codesReply,
  status: 201,
  tellsSecret: true,
  problems: [...changes, "session.passkeyUnknown", "session.passkeyLimit", "session.secondStepExpired"],
  example: {
    body: {
      token: "none",
      name: "Laptop",
      passkey: {
        id: "AA",
        rawId: "AA",
        type: "public-key",
        response: { clientDataJSON: "AA", attestationObject: "AA" },
      },
    },
  },
});

export const removePasskey = endpoint({
  method: "DELETE",
  path: "/auth/second-factor/passkey/:id",
  summary: "Removes one of the caller's passkeys.",
  openWhen: ["planExpired"],
  params: object({ id: pathId("passkey") }),
  reply: deletedReply,
  problems: [...changes, "session.factorNeeded"],
});

export const replaceRecoveryCodes = endpoint({
  method: "POST",
  path: "/auth/second-factor/recovery-codes",
  summary: "Creates ten new recovery codes, returned only once. Previous codes stop working.",
  openWhen: open,
  reply: codesReply,
  tellsSecret: true,
  problems: [...changes, "session.factorMissing"],
});
