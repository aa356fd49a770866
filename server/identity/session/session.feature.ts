import type { ServerFeature } from "../../platform/features";
import { registerApiTokenRoutes } from "./api-token.routes";
import { LoginAttemptEntity } from "./login-attempt.entity";
import { PasswordHistoryEntity, PasswordResetEntity } from "./password.entity";
import { registerSecondFactorRoutes } from "./second-factor.routes";
import { SessionEntity } from "./session.entity";
import { registerSessionRoutes } from "./session.routes";
import { registerSignOnRoutes } from "./sign-on/sign-on.routes";

export const sessionFeature: ServerFeature = {
  routes: [registerSignOnRoutes, registerApiTokenRoutes, registerSecondFactorRoutes, registerSessionRoutes],
  entities: [LoginAttemptEntity, PasswordHistoryEntity, PasswordResetEntity, SessionEntity],
  housekeeping: [
    "DELETE FROM session WHERE expires_at < now() - interval '1 day'",
    // Expired API tokens are kept for 30 days, so that users can see why they stopped working.
    "DELETE FROM api_token WHERE expires_at < now() - interval '30 days'",
    "DELETE FROM sign_in_step WHERE expires_at < now()",
    "DELETE FROM login_attempt WHERE at < now() - interval '1 day'",
    "DELETE FROM registration WHERE created_at < now() - interval '2 days'",
    "DELETE FROM known_device WHERE last_used_at < now() - interval '400 days'",
    // Unused invitations stay: they let users sign in in other ways before their first day (`mayUseAccount`).
    `DELETE FROM password_reset
     WHERE expires_at < now() - interval '1 day' AND (purpose <> 'invitation' OR used_at IS NOT NULL)`,
  ],
  personalData: {
    areas: {
      access: "session.user_id known_device.user_id passkey.user_id api_token.user_id sign_on_identity.user_id",
    },
    internal: `password_history.user_id password_reset.user_id totp_factor.user_id recovery_code.user_id sign_in_step.user_id
      sign_on.exempt_user_id`,
  },
  unexportedTables: `session password_history password_reset sign_in_step api_token totp_factor passkey recovery_code login_attempt
      known_device sign_on sign_on_step`,
};
