import { type Tx, unnamedSql } from "../../../server/platform/database/unit-of-work";

/** Columns that record an action, a view or ownership: they keep referring to the user. */
const history = new Set(
  `comment.author_id comment.deleted_by comment_reaction.user_id task.reporter_id task_attachment.created_by project.created_by
  time_entry.user_id time_day.user_id time_week.user_id time_week.decided_by file.uploaded_by
  request_step.decided_by request_step.on_behalf_of request_step.meant_id request_comment.user_id request_attachment.user_id
  request_decision.decided_by leave_request.entered_by leave_change.user_id leave_credit.user_id analytics_report.sender_id leave_balance.user_id leave_ledger.user_id leave_ledger.actor_id leave_reminder.user_id
  finance_archive_run.started_by finance_request.paid_by expense_claim.paid_by finance_entry.actor_id form.saved_by form_version.published_by
  leave_allowance_override.user_id leave_allowance_override.created_by leave_batch.created_by leave_batch.undone_by supplier_bank_account.proposed_by supplier_bank_account.decided_by supplier_bank_account.renamed_by user_bank_account.proposed_by user_bank_account.decided_by accounting_export.created_by accounting_export.imported_by accounting_export.taken_back_by accounting_coding_change.changed_by payment_batch.created_by payment_batch.submitted_by payment_batch.approved_by payment_batch_item.settled_by
  notification.user_id notification.sender_id notification_event.user_id notification_preference.user_id notification_mute.user_id
  notification_digest.user_id notification_delivery.user_id task_reminder.user_id task_mention.user_id task_watcher.user_id
  known_device.user_id totp_factor.user_id passkey.user_id recovery_code.user_id stopped_timer.user_id user_private.user_id user_bank_account.user_id user_file.user_id
  employment_file.created_by
  user_history.user_id user_history.actor_id password_history.user_id employment.user_id employment.parent_id
  payroll_row.user_id payroll_salary.user_id payroll_closing.closed_by payroll_closing.reopened_by
  work_schedule.user_id work_schedule.set_by employment_salary.user_id employment_change.user_id employment_change.requested_by employment_change.withdrawn_by
  employment_change_field.user_id booking.decided_by booking_participant.user_id outage.created_by project_member.user_id
  booking_invitation.user_id
  sign_on_identity.user_id scim_user.user_id data_export.user_id news_article.author_id news_comment.user_id news_comment_reaction.user_id news_reaction.user_id news_reading.user_id door_screen.created_by
  saved_view.owner_id favorite_view.user_id project_template.created_by project_template.changed_by task_template.created_by task_template.changed_by
  people_import.user_id people_import_row.user_id onboarding_task.done_by vacancy.filled_by trip.logged_by trip_photo.added_by
  task_field_value.user_id project_field_use.removed_by bin_entry.deleted_by project_import.created_by`.split(/\s+/),
);

const openWhile: Record<string, string> = {
  "app_user.parent_id": "true",
  "department.head_id": "true",
  "finance_budget.owner_id": "year >= extract(year FROM tenant_today())",
  "user_group_member.user_id": "true",
  "session.user_id": "true",
  "viewing.viewer_id": "true",
  "viewing.user_id": "true",
  "timer.user_id": "true",
  "calendar_feed.user_id": "true",
  "task_feed.user_id": "true",
  "push_subscription.user_id": "true",
  "api_token.user_id": "true",
  "analytics_report.user_id": "true",
  "password_reset.user_id": "used_at IS NULL",
  "sign_in_step.user_id": "true",
  "sign_on.exempt_user_id": "required",
  "delegation.delegator_id": "ended_at IS NULL",
  "delegation.delegatee_id": "ended_at IS NULL",
  "request.requester_id": "family <> 'booking' AND status IN ('draft', 'changes_requested')",
  "request_step.approver_id": "state = 'now'",
  "task_user.user_id": `task_id IN (SELECT t.id FROM task t JOIN task_status s ON s.id = t.task_status_id
    WHERE t.archived_at IS NULL AND s.kind <> 'done')`,
  "subtask.assignee_id": "NOT completed AND task_id NOT IN (SELECT id FROM task WHERE archived_at IS NOT NULL)",
  "task_series.owner_id": "state <> 'ended'",
  "leave_request.user_id": "live AND end_date > tenant_today()",
  "leave_request.substitute_id": "live AND end_date >= tenant_today()",
  "employment_change.successor_id": "status = 'planned'",
  "employment_handover.successor_id": "change_id IN (SELECT id FROM employment_change WHERE status = 'planned')",
  "employment_change_field.parent_id": "planned",
  "booking.requester_id": "status IN ('pending', 'approved') AND ends_at > now()",
  "driver.user_id": "deleted_at IS NULL",
  "onboarding_template.user_id": "true",
  "vacancy.manager_id": "ended_on IS NULL",
  "dotted_line.user_id": "ended_on IS NULL",
  "dotted_line.manager_id": "ended_on IS NULL",
  "acting.user_id": "upper(period) > tenant_today()",
  "acting.acting_id": "upper(period) > tenant_today()",
  "vacancy.acting_id": "ended_on IS NULL",
  "onboarding_task.person_id": "done_at IS NULL",
  "onboarding_task.user_id": "done_at IS NULL",
};

/** Returns the columns of open rows that refer to the user. Checks all foreign keys to users from the catalog. */
export async function openReferences(tx: Tx, id: number): Promise<string[]> {
  const columns = await tx.rows<{ name: string; table: string; column: string }>(
    unnamedSql(`SELECT k.conrelid::regclass || '.' || a.attname AS name, k.conrelid::regclass::text AS table, a.attname::text AS column
        FROM pg_constraint k JOIN unnest(k.conkey) AS n ON true
        JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = n AND a.attname <> 'tenant_id'
        WHERE k.contype = 'f' AND k.confrelid = 'app_user'::regclass ORDER BY 1`),
  );
  const left: string[] = [];
  for (const { name, table, column } of columns) {
    if (history.has(name)) continue;
    const state = openWhile[name];
    if (!state) throw new Error(`${name} references a user: add it to "history", or to "openWhile" with a condition`);
    const found = await tx.rows(
      unnamedSql(`SELECT 1 FROM ${table} WHERE tenant_id = current_tenant() AND ${column} = $1 AND ${state} LIMIT 1`),
      [id],
    );
    if (found.length > 0) left.push(name);
  }
  return left;
}
