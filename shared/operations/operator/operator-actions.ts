/** Entries of the operator's log. Screens show `operator.action.<name>`. */
export const operatorActions = [
  "signed_in",
  "sign_in_refused",
  "tenant_created",
  "tenant_deactivated",
  "tenant_activated",
  "tenant_expired",
  "tenant_plan",
  "event_retried",
  "event_discarded",
  "backup_requested",
  "restore_requested",
  "restored",
  "restore_failed",
  "restore_confirmed",
  "undo_requested",
  "restore_undone",
  "maintenance_set",
  "maintenance_ended",
  "announced",
  "announcement_withdrawn",
] as const;
export type OperatorAction = (typeof operatorActions)[number];
