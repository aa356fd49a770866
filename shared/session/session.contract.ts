import { array, type InferType, mixed, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, messageReply, pathId, reply } from "../kernel/fields";
import {
  changePasswordSchema,
  confirmRegistrationSchema,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  settingsSchema,
} from "./session.schema";
import { currentUserReply, projectPermissionsReply, settingsReply } from "./current-user-reply.contract";

const open = ["planExpired"] as const;
/** Also open to whoever has to set up a second factor, or to change their first password, before anything else. */
const always = ["planExpired", "factorMissing", "passwordGiven"] as const;

/** What is asked for after the password, by whoever has a second factor. */
export const pendingReply = object({
  /** For the second step, ten minutes long. */
  token: string().required(),
  totp: boolean().required(),
  /** What to ask the browser for, where there is a passkey for this address. */
  passkey: mixed<Record<string, unknown>>().nullable().defined(),
});
export type PendingSignIn = InferType<typeof pendingReply>;

/** `success` comes with the person and their token; `second_step` with `pending` alone. */
export const loginReply = object({
  status: string().oneOf(["success", "second_step"]).required(),
  message: string().required(),
  user: currentUserReply.optional().default(undefined),
  access_token: string(),
  pending: pendingReply.optional().default(undefined),
});

export const login = endpoint({
  method: "POST",
  path: "/auth/login",
  summary:
    "Signs in with e-mail and password. Whoever has a second factor gets no session yet but what the second step needs.",
  access: "public",
  openWhen: open,
  body: loginSchema,
  reply: loginReply,
  tellsSecret: true,
  problems: ["session.wrongCredentials", "session.inactive", "session.crossSite", "rate.limited"],
  example: { body: { email: "someone@example.test", password: "Demo1234", remember: false } },
});

export const legacyAuthenticate = endpoint({
  ...login,
  path: "/users/authenticate",
  summary: "Signs in, for callers of the legacy path.",
});

export const legacyRegister = endpoint({
  method: "POST",
  path: "/users/register",
  summary:
    "Asks for an account: whoever reads the address's mail confirms it and chooses the password, then an administrator switches it on. The answer never tells whether the address has an account.",
  access: "public",
  body: registerSchema,
  reply: messageReply,
  status: 201,
  problems: ["rate.limited"],
  example: { body: { email: "new@example.test", fullname: "New Person" } },
});

export const confirmRegistration = endpoint({
  method: "POST",
  path: "/users/register/confirm",
  summary:
    "Confirms the address of a registration and chooses the password: the account is made, and waits for an administrator.",
  access: "public",
  body: confirmRegistrationSchema,
  reply: messageReply,
  problems: ["session.registrationInvalid", "session.passwordKnown", "session.passwordOfNames"],
  example: { body: { token: "none", password: "Demo1234", password_confirmation: "Demo1234" } },
});

export const logout = endpoint({
  method: "POST",
  path: "/auth/logout",
  summary: "Ends the session this token belongs to.",
  openWhen: [...always, "viewing"],
  /** `continue_at`: where whoever came in by the organisation's issuer signs out there as well. */
  reply: messageReply.shape({ continue_at: string().nullable().defined().default(null) }),
});

export const sendResetToken = endpoint({
  method: "POST",
  path: "/auth/reset/password/sendtoken",
  summary: "Sends a link for a new password. The answer never tells whether the account exists.",
  access: "public",
  openWhen: open,
  body: forgotPasswordSchema,
  reply: messageReply,
  problems: ["rate.limited"],
  example: { body: { email: "someone@example.test" } },
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/auth/reset/password/change",
  summary: "Sets a new password with the token of the mail, and ends all sessions.",
  access: "public",
  openWhen: open,
  body: resetPasswordSchema,
  reply: messageReply,
  problems: [
    "session.resetTokenInvalid",
    "session.passwordKnown",
    "session.passwordOfNames",
    "session.passwordReused",
    "rate.limited",
  ],
  example: {
    body: {
      token: "none",
      email: "someone@example.test",
      password: "Demo12345",
      password_confirmation: "Demo12345",
    },
  },
});

export const currentUser = endpoint({
  method: "GET",
  path: "/auth/user",
  summary: "The signed-in user with permissions, project permissions and tenant.",
  openWhen: [...always, "viewing"],
  reply: dataReply(currentUserReply),
});

export const userProjectPermissions = endpoint({
  method: "GET",
  path: "/project_user/user-project-permissions",
  scope: "project-view",
  summary: "What the signed-in user may do in each project.",
  long: true,
  openWhen: open,
  reply: dataReply(array(projectPermissionsReply).required()),
});

export const userPermissions = endpoint({
  method: "GET",
  path: "/user/permissions",
  summary: "The permission codes of the signed-in user's role.",
  openWhen: [...open, "viewing"],
  reply: dataReply(array(string().required()).required()),
});

export const changePassword = endpoint({
  method: "PUT",
  path: "/user/password",
  summary: "Changes one's own password and ends one's other sessions.",
  openWhen: [...open, "passwordGiven"],
  body: changePasswordSchema,
  reply: messageReply,
  problems: ["session.wrongPassword", "session.passwordKnown", "session.passwordOfNames", "session.passwordReused"],
  example: {
    body: { current_password: "Wrong1234", password: "Demo12345", password_confirmation: "Demo12345" },
  },
});

export const updateSettings = endpoint({
  method: "PATCH",
  path: "/auth/user/settings",
  summary: "Remembers language, theme, sidebar and time zone on the account.",
  openWhen: always,
  body: settingsSchema,
  reply: dataReply(settingsReply),
  example: { body: { theme: "dark" } },
});

export const sessionReply = object({
  id: reply.id(),
  current: boolean().required(),
  user_agent: reply.textOrNull(),
  created_at: reply.text(),
  last_used_at: reply.text(),
  expires_at: reply.text(),
});

export const listSessions = endpoint({
  method: "GET",
  path: "/auth/sessions",
  summary: "One's own sessions.",
  openWhen: always,
  reply: dataReply(array(sessionReply).required()),
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/auth/sessions/:id",
  summary: "Ends one of one's own sessions; its open screens are signed out at once.",
  openWhen: always,
  params: object({ id: pathId("session") }),
  reply: deletedReply,
});
