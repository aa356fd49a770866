/**
 * What every column that names people means for a copy of what is stored about one of them: the area where the rows stand
 * that name them, or why they are left out. `tests/exports` asks the catalogue for each.
 */

export const areas = [
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
export type Area = (typeof areas)[number];

const named: Record<Area, string> = {
  person: "user_private.user_id user_group_member.user_id department.head_id driver.user_id file.uploaded_by",
  employment: `onboarding_task.person_id onboarding_task.user_id onboarding_template.user_id user_file.user_id user_history.user_id employment.user_id dotted_line.user_id acting.user_id acting.acting_id employment_salary.user_id employment_change.user_id
    employment_change_field.user_id`,
  leave: "leave_request.user_id leave_balance.user_id leave_ledger.user_id",
  requests: "request.requester_id request_comment.user_id request_attachment.user_id request_decision.decided_by",
  tasks: `task.reporter_id task_user.user_id subtask.assignee_id comment.author_id comment_reaction.user_id
    task_attachment.created_by project_member.user_id task_watcher.user_id task_mention.user_id`,
  time: "time_entry.user_id time_day.user_id time_week.user_id timer.user_id stopped_timer.user_id",
  bookings:
    "booking_invitation.user_id booking.requester_id booking_participant.user_id trip.logged_by trip_photo.added_by",
  news: "news_article.author_id news_comment.user_id news_comment_reaction.user_id news_reaction.user_id news_reading.user_id",
  notifications:
    "notification.user_id notification_preference.user_id notification_mute.user_id task_reminder.user_id analytics_report.user_id",
  access: `session.user_id known_device.user_id passkey.user_id api_token.user_id delegation.delegator_id delegation.delegatee_id
    sign_on_identity.user_id scim_user.user_id calendar_feed.user_id data_export.user_id`,
};

export const areaOf: ReadonlyMap<string, Area> = new Map(
  areas.flatMap((area) => named[area].split(/\s+/).map((column): [string, Area] => [column, area])),
);

/** They did something with what is others': the row is about those, and holds nothing of theirs but that it was they. */
const acted = `comment.deleted_by project.created_by time_week.decided_by request_step.decided_by request_step.on_behalf_of
  request_step.meant_id request_step.approver_id leave_request.entered_by finance_archive_run.started_by
  finance_request.paid_by finance_entry.actor_id form.saved_by form_version.published_by user_history.actor_id
  employment_change.requested_by employment_change.withdrawn_by employment_change.successor_id employment_handover.successor_id
  booking.decided_by outage.created_by door_screen.created_by notification.sender_id employment_file.created_by onboarding_task.done_by vacancy.filled_by vacancy.acting_id`;
/** It is somebody else's row, and names them as who leads that person, or stands in for them. */
const leads = `vacancy.manager_id dotted_line.manager_id app_user.parent_id employment.parent_id employment_change_field.parent_id
  leave_request.substitute_id`;
/** Secrets, what a worker needs to send what stands elsewhere already, and what is over within the hour. */
const machinery = `password_history.user_id password_reset.user_id totp_factor.user_id recovery_code.user_id sign_in_step.user_id
  sign_on.exempt_user_id push_subscription.user_id notification_event.user_id notification_digest.user_id
  notification_delivery.user_id viewing.user_id viewing.viewer_id`;

export const leftOut: ReadonlySet<string> = new Set(`${acted} ${leads} ${machinery}`.split(/\s+/));

/** What is written in a project is its people's: of one that $1 doesn't see any more nothing of it comes along. */
const inTheirProject = (
  task: string,
) => `EXISTS (SELECT FROM task t WHERE t.tenant_id = current_tenant() AND t.id = ${task}
  AND (person_holds($1, 'project-all') OR EXISTS (SELECT FROM project_access a
    WHERE a.tenant_id = t.tenant_id AND a.project_id = t.project_id AND a.user_id = $1)))`;

/** Whether a file is of somebody else than `person`: one of their own files, of their employment or leave, or their signature; whoever added it. */
export const isAnothersFile = (file: string, person: string): string =>
  `(EXISTS (SELECT FROM user_file o WHERE o.tenant_id = current_tenant() AND o.file_id = ${file} AND o.user_id <> ${person})
    OR EXISTS (SELECT FROM app_user o WHERE o.tenant_id = current_tenant() AND o.signature_file_id = ${file} AND o.id <> ${person})
    OR EXISTS (SELECT FROM employment_file o JOIN user_history h ON h.tenant_id = o.tenant_id AND h.id = o.history_id
      WHERE o.tenant_id = current_tenant() AND o.file_id = ${file} AND h.user_id <> ${person})
    OR EXISTS (SELECT FROM leave_request o WHERE o.tenant_id = current_tenant() AND o.file_id = ${file} AND o.user_id <> ${person}))`;

/** Rows that name $1, and say more than what is theirs: what else is asked of them. */
export const narrowed: ReadonlyMap<string, string> = new Map([
  ["task", inTheirProject("task.id")],
  ["subtask", inTheirProject("subtask.task_id")],
  ["task_attachment", inTheirProject("task_attachment.task_id")],
  ["file", `NOT ${isAnothersFile("file.id", "$1")}`],
]);
