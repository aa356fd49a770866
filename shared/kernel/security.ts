/**
 * Kinds of security log entries: sign-ins, access changes and refusals. A check constraint of `security_event.kind` lists the same kinds; a
 * test compares the two lists.
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
  "door_screen_created",
  "door_screen_ended",
  "push_created",
  "push_ended",
  "api_token_created",
  "api_token_ended",
  "access_changed",
  "delegation_created",
  "delegation_ended",
  "step_handed_over",
  "approval_rules_changed",
  "form_published",
  "finance_settings_changed",
  "budget_changed",
  "payment_account_changed",
  "payment_batch_changed",
  "supplier_bank_changed",
  "user_bank_changed",
  "leave_settings_changed",
  "leave_balance_changed",
  "papers_changed",
  "project_deleted",
  "exported",
  "refused",
] as const;
export type SecurityKind = (typeof securityKinds)[number];

/** `done` means success, `failed` an unsuccessful attempt such as a wrong password, `refused` a lack of permission. */
export const securityOutcomes = ["done", "failed", "refused"] as const;
export type SecurityOutcome = (typeof securityOutcomes)[number];

/**
 * Details that an entry may contain: names, ids, codes and masked bank accounts. Secrets are excluded; the only texts from users are the names of approval rules, suppliers,
 * rooms, saved views and accounts to pay from.
 */
export const securityDetails = [
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
  "rule",
  "steps",
  "before",
  "after",
] as const;
export type SecurityDetails = Partial<Record<(typeof securityDetails)[number], string | number>>;

/** Separates the steps of an approval rule: names, `by.manager`, `by.head`, `by.budget_owner`, or the text id of a role such as `role.finance`. */
export const stepSeparator = " → ";

/** Retention in days; the database rejects the deletion of newer entries. */
export const securityLogDays = 400;
