import type { NotificationKind } from "../../../shared/communication/notifications/notifications.kinds";
import type { MessageId } from "../../platform/intl/catalogues";

interface RowContent {
  /** Whether the second line names the project, because the sentence doesn't. */
  project: boolean;
  /** True if sent by a schedule, so that the sentence names no sender. */
  scheduled: boolean;
}

const aboutTask: RowContent = { project: true, scheduled: false };
const taskReminder: RowContent = { project: true, scheduled: true };
const scheduled: RowContent = { project: false, scheduled: true };
const other: RowContent = { project: false, scheduled: false };

/**
 * Rows have the same form for all kinds: a sentence that names sender and record, and a second line with project, time and reason. Lists
 * each kind, so that the compiler reports a new kind without a row.
 */
const rows: Record<NotificationKind, RowContent> = {
  "comment.mentioned": aboutTask,
  "task.mentioned": aboutTask,
  "task.assigned": aboutTask,
  "task.assignedMany": aboutTask,
  "task.unassigned": aboutTask,
  "task.unassignedMany": aboutTask,
  "subtask.assigned": aboutTask,
  "task.moved": aboutTask,
  "task.movedMany": aboutTask,
  "task.changed": aboutTask,
  "task.changedMany": aboutTask,
  "comment.created": aboutTask,
  "comment.reacted": aboutTask,
  "attachment.added": aboutTask,
  "task.unblocked": aboutTask,
  "task.due": taskReminder,
  "task.dueMany": taskReminder,
  "task.archived": aboutTask,
  "task.archivedMany": aboutTask,
  "task.restored": aboutTask,
  "task.restoredMany": aboutTask,
  "task.deleted": aboutTask,
  "task.deletedMany": aboutTask,
  "task.relocated": other,
  "task.relocatedMany": aboutTask,
  "project.added": other,
  "project.removed": other,
  "project.role": other,
  "project.archived": other,
  "project.restored": other,
  "project.dates": other,
  "week.submitted": other,
  "week.approved": other,
  "week.reopened": other,
  "booking.invited": other,
  "booking.uninvited": other,
  "booking.answered": other,
  "booking.changed": other,
  "booking.cancelled": other,
  "booking.released": other,
  "booking.soon": other,
  "booking.driving": other,
  "booking.notDriving": other,
  "car.insuranceEnds": other,
  "car.inspectionEnds": other,
  "driver.licenceEnds": other,
  "driver.awayWithTrips": other,
  "manager.changed": other,
  "report.added": other,
  "employment.tomorrow": other,
  "personFile.expires": other,
  "onboarding.added": other,
  "onboarding.addedMany": other,
  "onboarding.due": other,
  "onboarding.dueMany": other,
  "person.switchedOff": other,
  "request.waiting": scheduled,
  "request.resubmitted": other,
  "request.reminder": scheduled,
  "request.passedOn": scheduled,
  "request.passedOver": scheduled,
  "request.handedToYou": other,
  "request.decidedForYou": other,
  "request.lastResort": other,
  "request.withdrawn": other,
  "request.missed": other,
  "supplier.bankProposed": other,
  "bankAccount.toConfirm": other,
  "request.stepApproved": other,
  "request.approved": other,
  "request.rejected": other,
  "request.changes": other,
  "request.cancelled": other,
  "request.entered": other,
  "request.expired": other,
  "request.escalated": scheduled,
  "request.handed": other,
  "request.commented": other,
  "request.paid": other,
  "request.settled": other,
  "request.overBudget": other,
  "request.archived": scheduled,
  "leave.recounted": other,
  "leave.reviewHolidays": other,
  "leave.expiring": other,
  "leave.expiringHours": other,
  "leave.recountedHours": other,
  "delegation.created": other,
  "delegation.standIn": other,
  "delegation.becameEffective": other,
  "delegation.runs": other,
  "delegation.ended": scheduled,
  "delegation.over": scheduled,
  "news.published": other,
  "news.commented": other,
  "news.mustRead": other,
  "news.reminder": other,
  "news.mentioned": other,
  "bankAccount.proposed": other,
  "bankAccount.confirmed": other,
  "bankAccount.rejected": other,
  "bankAccount.deleted": other,
  "tenant.closing": other,
  "tenant.kept": other,
  "export.ready": other,
  "export.failed": other,
  "plan.ending": other,
  "plan.paid": other,
  "plan.pastDue": other,
  "plan.seats": other,
  welcome: other,
  test: other,
};

/** Undefined for kinds newer than this client. */
export const rowContentOf = (kind: NotificationKind): RowContent | undefined => rows[kind];

/** The compiler checks that each kind has a sentence in the catalog. */
export const sentenceIdOf = (kind: NotificationKind): MessageId => `notification.${kind}`;
