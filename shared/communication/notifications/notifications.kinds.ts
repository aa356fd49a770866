import { type NotificationTopic, topicGroups } from "./notifications.topics";

/**
 * Notification kinds with their settings topic; null if users cannot configure the kind. The text is `notification.<kind>` in the shared
 * message catalog.
 */
export const topicOf = {
  "comment.mentioned": "mentions",
  "task.mentioned": "mentions",
  "task.assigned": "assigned",
  "task.assignedMany": "assigned",
  "task.unassigned": "assigned",
  "task.unassignedMany": "assigned",
  "subtask.assigned": "assigned",
  "task.moved": "moved",
  "task.movedMany": "moved",
  "task.changed": "changed",
  "task.changedMany": "changed",
  "comment.created": "comments",
  "comment.reacted": "reactions",
  "attachment.added": "attachments",
  "task.unblocked": "unblocked",
  "task.due": "due",
  "task.dueMany": "due",
  "task.archived": "archive",
  "task.archivedMany": "archive",
  "task.restored": "archive",
  "task.restoredMany": "archive",
  "task.deleted": "archive",
  "task.deletedMany": "archive",
  "task.relocated": "archive",
  "task.relocatedMany": "archive",
  "project.added": "membership",
  "project.removed": "membership",
  "project.role": "membership",
  "project.archived": "project",
  "project.restored": "project",
  "project.dates": "project",
  "week.submitted": "weeks",
  "week.approved": "weeks",
  "week.reopened": "weeks",
  "booking.invited": "bookings",
  "booking.uninvited": "bookings",
  "booking.answered": "bookings",
  "booking.changed": "bookings",
  "booking.cancelled": "bookings",
  "booking.released": "bookings",
  "booking.soon": "bookings",
  "booking.driving": "bookings",
  "booking.notDriving": "bookings",
  "car.insuranceEnds": "bookings",
  "car.inspectionEnds": "bookings",
  "driver.licenceEnds": "bookings",
  "driver.awayWithTrips": "bookings",
  "driver.tripsWithoutDriver": "bookings",
  "driver.licenceUnknown": "bookings",
  "manager.changed": "employment",
  "report.added": "employment",
  "employment.tomorrow": "employment",
  "employment.failed": "employment",
  "employment.withdrawn": "employment",
  "personFile.expires": "employment",
  "onboarding.added": "employment",
  "onboarding.addedMany": "employment",
  "onboarding.due": "employment",
  "onboarding.dueMany": "employment",
  "person.switchedOff": "employment",
  "request.waiting": "decide",
  "request.resubmitted": "decide",
  "request.reminder": "decide",
  "request.passedOn": "decide",
  "request.passedOver": "decide",
  "request.handedToYou": "decide",
  "request.decidedForYou": "decide",
  "request.lastResort": "decide",
  "request.withdrawn": "decide",
  "request.missed": "decide",
  "supplier.bankProposed": "decide",
  "bankAccount.toConfirm": "decide",
  "request.stepApproved": "requests",
  "request.approved": "requests",
  "request.rejected": "requests",
  "request.changes": "requests",
  "request.cancelled": "requests",
  "request.entered": "requests",
  "request.expired": "requests",
  "request.escalated": "requests",
  "request.handed": "requests",
  "request.commented": "requests",
  "request.paid": "requests",
  "request.paymentReversed": "requests",
  "request.settled": "requests",
  "request.overBudget": "requests",
  "request.archived": "requestArchive",
  "leave.recounted": "requests",
  "leave.reviewHolidays": "requests",
  "leave.expiring": "requests",
  "leave.expiringHours": "requests",
  "leave.recountedHours": "requests",
  "delegation.created": "delegation",
  "delegation.standIn": "delegation",
  "delegation.becameEffective": "delegation",
  "delegation.runs": "delegation",
  "delegation.ended": "delegation",
  "delegation.over": "delegation",
  "news.published": "news",
  "news.commented": "news",
  "news.mustRead": "mustRead",
  "news.reminder": "mustRead",
  "news.mentioned": "mentions",
  "bankAccount.proposed": null,
  "bankAccount.confirmed": null,
  "bankAccount.rejected": null,
  "bankAccount.deleted": null,
  "tenant.closing": null,
  "tenant.kept": null,
  "export.ready": null,
  "export.failed": null,
  "plan.ending": null,
  "plan.paid": null,
  "plan.pastDue": null,
  "plan.seats": null,
  welcome: null,
  test: null,
} as const satisfies Record<string, NotificationTopic | null>;

/** Kinds shown only in the inbox, never emailed or pushed. */
export const inboxOnlyKinds: readonly NotificationKind[] = ["welcome"];

/**
 * Notifications about one user's actions on several tasks within ten minutes, across all projects, are merged into one notification. Maps
 * each kind to the kind of the merged notification.
 */
export const groupedKindOf = {
  "task.assigned": "task.assignedMany",
  "task.unassigned": "task.unassignedMany",
  "task.moved": "task.movedMany",
  "task.changed": "task.changedMany",
  "task.archived": "task.archivedMany",
  "task.restored": "task.restoredMany",
  "task.deleted": "task.deletedMany",
  "task.relocated": "task.relocatedMany",
  "task.due": "task.dueMany",
} as const;

export type NotificationKind = keyof typeof topicOf;

export const notificationKinds = Object.keys(topicOf) as NotificationKind[];

export const singleKindOf = (kind: NotificationKind): NotificationKind =>
  (Object.keys(groupedKindOf) as (keyof typeof groupedKindOf)[]).find((one) => groupedKindOf[one] === kind) ?? kind;
export const isGroupedKind = (kind: NotificationKind): boolean => singleKindOf(kind) !== kind;

export const notificationSubjects = ["mentions", "tasks", "comments", "projects", "requests", "news"] as const;
export type NotificationSubject = (typeof notificationSubjects)[number];

export function notificationSubjectOf(kind: NotificationKind): NotificationSubject | null {
  const topic = topicOf[kind];
  if (topic === null) return null;
  if (topic === "mentions") return "mentions";
  if (topic === "comments" || topic === "reactions") return "comments";
  if ((topicGroups.news as readonly NotificationTopic[]).includes(topic)) return "news";
  if ((topicGroups.requests as readonly NotificationTopic[]).includes(topic)) return "requests";
  return topic === "membership" || topic === "project" ? "projects" : "tasks";
}

export const kindsOfSubject = (subject: NotificationSubject): NotificationKind[] =>
  notificationKinds.filter((kind) => notificationSubjectOf(kind) === subject);

/** Why a user is notified, with the text `notification.reason.<reason>`. The first reason that applies is used. */
export const notificationReasons = [
  "mentioned",
  "assigned",
  "group",
  "reported",
  "watching",
  "commented",
  "own",
  "member",
] as const;
export type NotificationReason = (typeof notificationReasons)[number];
