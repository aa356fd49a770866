import { array, type InferType, mixed, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, messageReply, pathId, reply } from "../../kernel/fields";
import {
  changePasswordSchema,
  confirmRegistrationSchema,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
} from "./session.schema";
import { currentUserReply, projectPermissionsReply, settingsReply, settingsSchema } from "../../kernel/current-user";

const open = ["planExpired"] as const;
/** These calls also stay available while a second factor or a new password is required. */
const always = ["planExpired", "factorMissing", "passwordGiven"] as const;

/** Returned after a correct password if the user has a second factor. */
export const pendingReply = object({
  token: string().required(),
  totp: boolean().required(),
  /** WebAuthn request options for the browser; null if the user has no passkey for this domain. */
  passkey: mixed<Record<string, unknown>>().nullable().defined(),
});
export type PendingSignIn = InferType<typeof pendingReply>;

/** `success` includes the user and an access token; `second_step` includes only `pending`. */
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
    "Signs in with e-mail and password. Users with a second factor get no session yet, but the data for the second step.",
  access: "public",
  openWhen: [...open, "maintenance"],
  body: loginSchema,
  reply: loginReply,
  tellsSecret: true,
  problems: ["session.wrongCredentials", "session.inactive", "session.crossSite", "rate.limited"],
  example: { body: { email: "someone@example.test", password: "Demo1234", remember: false } },
});

export const legacyAuthenticate = endpoint({
  ...login,
  path: "/users/authenticate",
  summary: "Signs in callers of the legacy path.",
});

export const legacyRegister = endpoint({
  method: "POST",
  path: "/users/register",
  summary:
    "Registers an account. The address owner confirms it by e-mail and chooses the password, then an administrator activates it. The response never reveals whether the address has an account.",
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
  summary: "Confirms a registration and sets the password. The account is created and waits for an administrator.",
  access: "public",
  body: confirmRegistrationSchema,
  reply: messageReply,
  problems: ["session.registrationInvalid", "session.passwordKnown", "session.passwordOfNames"],
  example: { body: { token: "none", password: "Demo1234", password_confirmation: "Demo1234" } },
});

export const logout = endpoint({
  method: "POST",
  path: "/auth/logout",
  summary: "Ends the session of this token.",
  openWhen: [...always, "viewing", "maintenance"],
  /** `continue_at` is the sign-out URL of the identity provider, if the user signed in through it. */
  reply: messageReply.shape({ continue_at: string().nullable().defined().default(null) }),
});

export const sendResetToken = endpoint({
  method: "POST",
  path: "/auth/reset/password/sendtoken",
  summary: "Sends a password reset link. The response never reveals whether the account exists.",
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
  summary: "Sets a new password with the token from the e-mail, and ends all sessions.",
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

export const readCurrentUser = endpoint({
  method: "GET",
  path: "/auth/user",
  summary: "Returns the signed-in user with permissions, project permissions and tenant.",
  openWhen: [...always, "viewing"],
  reply: dataReply(currentUserReply),
});

export const listUserProjectPermissions = endpoint({
  method: "GET",
  path: "/project_user/user-project-permissions",
  scope: "project-view",
  summary: "Returns the signed-in user's permissions in each project.",
  expensive: true,
  openWhen: open,
  reply: dataReply(array(projectPermissionsReply).required()),
});

export const listUserPermissions = endpoint({
  method: "GET",
  path: "/user/permissions",
  summary: "Lists the permission codes of the signed-in user's role.",
  openWhen: [...open, "viewing"],
  reply: dataReply(array(string().required()).required()),
});

export const changePassword = endpoint({
  method: "PUT",
  path: "/user/password",
  summary: "Changes the caller's password and ends their other sessions.",
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
  summary: "Saves language, theme, sidebar and time zone on the account.",
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
  summary: "Lists the caller's sessions.",
  openWhen: always,
  reply: dataReply(array(sessionReply).required()),
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/auth/sessions/:id",
  summary: "Ends one of the caller's sessions. Its open screens are signed out immediately.",
  openWhen: always,
  params: object({ id: pathId("session") }),
  reply: deletedReply,
});
