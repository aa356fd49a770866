/**
 * Meaning of each column that refers to users, for the export of a user's data: the area that contains the rows, or why they are left out.
 * `tests/insights/exports` checks that every such column of the catalog is covered.
 */

export const personDataAreas = [
  "person",
  "employment",
  "leave",
  "requests",
  "tasks",
  "time",
  "bookings",
  "news",
  "notifications",
  "access",
] as const; // prettier-ignore
export type PersonDataArea = (typeof personDataAreas)[number];

const columnsByArea: Record<PersonDataArea, string> = {
  person:
    "user_private.user_id user_bank_account.user_id user_group_member.user_id department.head_id finance_budget.owner_id driver.user_id file.uploaded_by",
  employment: `onboarding_task.person_id onboarding_task.user_id onboarding_template.user_id user_file.user_id user_history.user_id employment.user_id dotted_line.user_id acting.user_id acting.acting_id work_schedule.user_id payroll_row.user_id payroll_salary.user_id employment_salary.user_id employment_change.user_id
    employment_change_field.user_id`,
  leave: "leave_request.user_id leave_balance.user_id leave_ledger.user_id leave_allowance_override.user_id",
  requests: "request.requester_id request_comment.user_id request_attachment.user_id request_decision.decided_by",
  tasks: `task.reporter_id task_user.user_id subtask.assignee_id comment.author_id comment_reaction.user_id
    task_attachment.created_by project_member.user_id task_watcher.user_id task_mention.user_id saved_view.owner_id favorite_view.user_id`,
  time: "time_entry.user_id time_day.user_id time_week.user_id timer.user_id stopped_timer.user_id",
  bookings:
    "booking_invitation.user_id booking.requester_id booking_participant.user_id trip.logged_by trip_photo.added_by",
  news: "news_article.author_id news_comment.user_id news_comment_reaction.user_id news_reaction.user_id news_reading.user_id",
  notifications:
    "notification.user_id notification_preference.user_id notification_mute.user_id task_reminder.user_id analytics_report.user_id",
  access: `session.user_id known_device.user_id passkey.user_id api_token.user_id delegation.delegator_id delegation.delegatee_id
    sign_on_identity.user_id scim_user.user_id calendar_feed.user_id task_feed.user_id data_export.user_id`,
};

export const areaByColumn: ReadonlyMap<string, PersonDataArea> = new Map(
  personDataAreas.flatMap((area) =>
    columnsByArea[area].split(/\s+/).map((column): [string, PersonDataArea] => [column, area]),
  ),
);

/** Columns naming the user as the actor on another user's record: the row contains nothing else about them. */
const actorColumns = `comment.deleted_by project.created_by time_week.decided_by request_step.decided_by request_step.on_behalf_of
  request_step.meant_id request_step.approver_id leave_request.entered_by analytics_report.sender_id finance_archive_run.started_by
  finance_request.paid_by expense_claim.paid_by finance_entry.actor_id form.saved_by form_version.published_by user_history.actor_id
  leave_allowance_override.created_by leave_batch.created_by leave_batch.undone_by supplier_bank_account.proposed_by supplier_bank_account.decided_by supplier_bank_account.renamed_by
  user_bank_account.proposed_by user_bank_account.decided_by payment_batch.created_by payment_batch.submitted_by payment_batch.approved_by payment_batch_item.settled_by accounting_export.created_by accounting_export.imported_by accounting_export.taken_back_by accounting_coding_change.changed_by
  work_schedule.set_by employment_change.requested_by employment_change.withdrawn_by employment_change.successor_id employment_handover.successor_id
  payroll_closing.closed_by payroll_closing.reopened_by booking.decided_by outage.created_by door_screen.created_by notification.sender_id employment_file.created_by onboarding_task.done_by vacancy.filled_by vacancy.acting_id`;
/** Columns naming the user as manager or substitute of the row's employee. */
const leaderColumns = `vacancy.manager_id dotted_line.manager_id app_user.parent_id employment.parent_id employment_change_field.parent_id
  leave_request.substitute_id`;
/** Secrets, technical data for delivering records that are stored elsewhere, and data that expires within the hour. */
const internalColumns = `password_history.user_id password_reset.user_id totp_factor.user_id recovery_code.user_id sign_in_step.user_id
  sign_on.exempt_user_id push_subscription.user_id notification_event.user_id notification_digest.user_id
  notification_delivery.user_id leave_reminder.user_id viewing.user_id viewing.viewer_id people_import.user_id people_import_row.user_id`;

export const excludedColumns: ReadonlySet<string> = new Set(
  `${actorColumns} ${leaderColumns} ${internalColumns}`.split(/\s+/),
);

/** Project content belongs to the project's members: it is exported only from projects visible to $1. */
const isOwnProject = (project: string) => `(person_holds($1, 'project-all') OR EXISTS (SELECT FROM project_access a
    WHERE a.tenant_id = current_tenant() AND a.project_id = ${project} AND a.user_id = $1))`;

const isInOwnProject = (task: string) =>
  `EXISTS (SELECT FROM task t WHERE t.tenant_id = current_tenant() AND t.id = ${task} AND ${isOwnProject("t.project_id")})`;

/** SQL condition: the file is another user's personal file, employment or leave document, or signature, independent of its uploader. */
export const belongsToOtherUser = (file: string, person: string): string =>
  `(EXISTS (SELECT FROM user_file o WHERE o.tenant_id = current_tenant() AND o.file_id = ${file} AND o.user_id <> ${person})
    OR EXISTS (SELECT FROM app_user o WHERE o.tenant_id = current_tenant() AND o.signature_file_id = ${file} AND o.id <> ${person})
    OR EXISTS (SELECT FROM employment_file o JOIN user_history h ON h.tenant_id = o.tenant_id AND h.id = o.history_id
      WHERE o.tenant_id = current_tenant() AND o.file_id = ${file} AND h.user_id <> ${person})
    OR EXISTS (SELECT FROM leave_request o WHERE o.tenant_id = current_tenant() AND o.file_id = ${file} AND o.user_id <> ${person}))`;

/** Additional conditions for tables whose rows contain more than the user's own data. */
export const rowConditions: ReadonlyMap<string, string> = new Map([
  ["task", isInOwnProject("task.id")],
  ["subtask", isInOwnProject("subtask.task_id")],
  ["task_attachment", isInOwnProject("task_attachment.task_id")],
  // A view contains names of the project's tags and columns.
  ["saved_view", `(project_id IS NULL OR ${isOwnProject("saved_view.project_id")})`],
  ["file", `NOT ${belongsToOtherUser("file.id", "$1")}`],
]);
