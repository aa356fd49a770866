import { array, type InferType, mixed, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import {
  dataReply,
  deletedReply,
  lineField,
  messageReply,
  pathId,
  reply,
  secretField,
  textField,
} from "../kernel/fields";
import { loginReply } from "./session.contract";

/** Open to whoever has to set up a second factor before anything else. */
const open = ["planExpired", "factorMissing"] as const;

/** Six digits, also typed in groups. */
const codeField = () =>
  textField(20)
    .transform((value) => (typeof value === "string" ? value.replace(/[\s-]/g, "") : value))
    .matches(/^\d{6}$/, { message: "secondFactor.codeShape", excludeEmptyString: true });

const encoded = (max: number) => textField(max).matches(/^[\w-]*={0,2}$/, "field.invalid");

/** What a browser's authenticator says, as JSON: only its shape is looked at here. */
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

/** Options for the browser's `navigator.credentials`, as the WebAuthn standard has them in JSON. */
const browserOptions = () => mixed<Record<string, unknown>>();

const tokenField = () => textField(200).required("field.required");
const assertionExample = {
  id: "AA",
  rawId: "AA",
  type: "public-key",
  response: { clientDataJSON: "AA", authenticatorData: "AA", signature: "AA" },
};

export const secondStepSchema = object({
  /** Of the first step's answer. */
  token: tokenField(),
  /** One of the three. */
  code: codeField(),
  recovery_code: textField(40),
  passkey: assertion().nullable().default(undefined),
}).test("one", "field.required", (value, context) =>
  value.code || value.recovery_code || value.passkey
    ? true
    : context.createError({ path: "code", message: "field.required" }),
);

export const secondStep = endpoint({
  method: "POST",
  path: "/auth/login/second-step",
  summary: "Finishes a sign-in that wants a second factor: a code of the app, a passkey, or a recovery code.",
  access: "public",
  openWhen: ["planExpired"],
  body: secondStepSchema,
  reply: loginReply,
  tellsSecret: true,
  problems: ["session.secondStepExpired", "session.wrongCode", "rate.limited"],
  example: { body: { token: "none", code: "123456" } },
});

export const passkeySignInOptions = endpoint({
  method: "POST",
  path: "/auth/login/passkey/options",
  summary: "Begins signing in by passkey alone: what to ask the browser for.",
  access: "public",
  openWhen: ["planExpired"],
  reply: dataReply(object({ token: reply.text(), options: browserOptions().required() })),
  problems: ["rate.limited"],
});

export const passkeySignIn = endpoint({
  method: "POST",
  path: "/auth/login/passkey",
  summary: "Signs in by passkey alone: it is held, and its holder was recognised, so it is both factors.",
  access: "public",
  openWhen: ["planExpired"],
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
  /** Since when an app makes codes; null: none does. */
  totp_since: reply.textOrNull(),
  passkeys: array(passkeyReply).required(),
  recovery_codes_left: reply.number(),
  /** The organisation or the role asks for one. */
  required: boolean().required(),
  /** Whether the password was given a short while ago: without that nothing here can be changed. */
  confirmed: boolean().required(),
});
export type SecondFactor = InferType<typeof secondFactorReply>;

export const readSecondFactor = endpoint({
  method: "GET",
  path: "/auth/second-factor",
  summary: "One's own second factors.",
  openWhen: open,
  reply: dataReply(secondFactorReply),
});

export const confirmPasswordSchema = object({ password: secretField().required("field.required") });

export const confirmPassword = endpoint({
  method: "POST",
  path: "/auth/second-factor/confirm",
  summary: "Asks for one's password again: for ten minutes this session may then change second factors.",
  openWhen: open,
  body: confirmPasswordSchema,
  reply: messageReply,
  problems: ["session.wrongPassword", "rate.limited"],
  example: { body: { password: "Wrong1234" } },
});

/** How many passkeys one person may have at once: all are listed, and named to the browser, whenever one is used. */
export const passkeysAtMost = 20;

const changes = ["session.confirmFirst"] as const;
/** Told this once: kept as hashes. Empty where there are codes already. */
const codesReply = object({ message: string().required(), recovery_codes: array(string().required()).required() });

export const beginTotp = endpoint({
  method: "POST",
  path: "/auth/second-factor/totp",
  summary:
    "Begins to set up an app that makes codes: its secret, told this once, as text and as an address for a QR code.",
  openWhen: open,
  reply: dataReply(object({ secret: reply.text(), uri: reply.text() })),
  tellsSecret: true,
  problems: [...changes, "session.factorThere"],
});

export const confirmTotpSchema = object({ code: codeField().required("field.required") });

export const confirmTotp = endpoint({
  method: "POST",
  path: "/auth/second-factor/totp/confirm",
  summary:
    "Proves that the app makes the right codes: from now on they are asked for. The first factor comes with recovery codes.",
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
  summary: "Removes the app that makes codes.",
  openWhen: ["planExpired"],
  reply: messageReply,
  problems: [...changes, "session.factorNeeded", "notFound"],
});

export const passkeyOptions = endpoint({
  method: "POST",
  path: "/auth/second-factor/passkey/options",
  summary: "Begins to add a passkey: what to ask the browser for.",
  openWhen: open,
  reply: dataReply(object({ token: reply.text(), options: browserOptions().required() })),
  tellsSecret: true,
  problems: [...changes, "session.passkeyLimit"],
});

export const addPasskey = endpoint({
  method: "POST",
  path: "/auth/second-factor/passkey",
  summary: "Adds the passkey that the browser has made. The first factor comes with recovery codes.",
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
  summary: "Removes one of one's passkeys.",
  openWhen: ["planExpired"],
  params: object({ id: pathId("passkey") }),
  reply: deletedReply,
  problems: [...changes, "session.factorNeeded"],
});

export const newRecoveryCodes = endpoint({
  method: "POST",
  path: "/auth/second-factor/recovery-codes",
  summary: "Makes ten new recovery codes, told this once. Those from before count no more.",
  openWhen: open,
  reply: codesReply,
  tellsSecret: true,
  problems: [...changes, "session.factorMissing"],
});
