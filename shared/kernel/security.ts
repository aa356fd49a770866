/**
 * What the security log tells of: who came in, what was opened and closed, who changed what decides about money and rights,
 * who was refused. A kind is added here and to
 * the rule of `security_event.kind`; a test compares the two.
 */
export const securityKinds = [
  "role_changed",
  "role_assigned",
  "viewed_as",
  "registered",
  "sign_in",
  "second_step",
  "sign_out",
  "session_ended",
  "password_confirmed",
  "password_changed",
  "password_reset_asked",
  "password_reset",
  "factor_added",
  "factor_removed",
  "factor_reset",
  "recovery_codes_made",
  "factor_policy_changed",
  "sign_on_changed",
  "scim_changed",
  "feed_created",
  "feed_ended",
  "push_created",
  "push_ended",
  "api_token_created",
  "api_token_ended",
  "access_changed",
  "delegation_started",
  "delegation_ended",
  "step_handed_over",
  "approval_rules_changed",
  "form_published",
  "finance_settings_changed",
  "budget_changed",
  "leave_settings_changed",
  "leave_balance_changed",
  "papers_changed",
  "project_deleted",
  "exported",
  "refused",
] as const;
export type SecurityKind = (typeof securityKinds)[number];

/** Done; tried in vain (a wrong password); not allowed. */
export const securityOutcomes = ["done", "failed", "refused"] as const;
export type SecurityOutcome = (typeof securityOutcomes)[number];

/**
 * What may stand beside a kind. Names, ids and codes of ours: nothing that somebody typed, and no secret has a place here.
 */
export const securityFacts = [
  "code",
  "factor",
  "scope",
  "project",
  "role",
  "count",
  "policy",
  "request",
  "change",
  "record",
] as const;
export type SecurityFacts = Partial<Record<(typeof securityFacts)[number], string | number>>;

/** How long the log is kept. The database deletes nothing younger. */
export const securityLogDays = 400;
