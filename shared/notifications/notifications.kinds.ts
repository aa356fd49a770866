import { type FamilyNotification, families } from "../requests/families";
import { type Topic, topicGroups } from "./notifications.topics";

/**
 * What can be told, by the setting that it falls under; null: not a matter of choice. The text of each is
 * `notification.<kind>` of the shared catalogue. What families tell besides stands with them.
 */
const ownKinds = {
  "comment.mentioned": "mentions",
  "task.mentioned": "mentions",
  "task.assigned": "assigned",
  "task.unassigned": "assigned",
  "subtask.assigned": "assigned",
  "task.moved": "moved",
  "task.changed": "changed",
  "comment.created": "comments",
  "comment.reacted": "reactions",
  "attachment.added": "attachments",
  "task.unblocked": "unblocked",
  "task.due": "due",
  "task.archived": "archive",
  "task.restored": "archive",
  "task.deleted": "archive",
  "task.relocated": "archive",
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
  "manager.changed": "employment",
  "report.added": "employment",
  "employment.tomorrow": "employment",
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
  "request.withdrawn": "decide",
  "request.missed": "decide",
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
  "delegation.started": "delegation",
  "delegation.begun": "delegation",
  "delegation.runs": "delegation",
  "delegation.ended": "delegation",
  "delegation.over": "delegation",
  "news.published": "news",
  "news.commented": "news",
  "news.mustRead": "mustRead",
  "news.reminder": "mustRead",
  "news.mentioned": "mentions",
  "tenant.closing": null,
  "tenant.kept": null,
  "export.ready": null,
  "export.failed": null,
  "plan.ending": null,
  "plan.pastDue": null,
  "plan.seats": null,
  welcome: null,
  test: null,
} as const satisfies Record<string, Topic | null>;

/** What stands in the inbox and is sent nowhere. */
export const inboxOnly: readonly NotificationKind[] = ["welcome"];

export type NotificationKind = keyof typeof ownKinds | FamilyNotification;

export const topicOf: Record<NotificationKind, Topic | null> = Object.assign(
  { ...ownKinds },
  ...Object.values(families).map(({ notifications }) => notifications),
);
export const notificationKinds = Object.keys(topicOf) as NotificationKind[];

/** The tabs of the inbox. */
export const subjects = ["mentions", "tasks", "comments", "projects", "requests", "news"] as const;
export type Subject = (typeof subjects)[number];

export function subjectOf(kind: NotificationKind): Subject | null {
  const topic = topicOf[kind];
  if (topic === null) return null;
  if (topic === "mentions") return "mentions";
  if (topic === "comments" || topic === "reactions") return "comments";
  if ((topicGroups.news as readonly Topic[]).includes(topic)) return "news";
  if ((topicGroups.requests as readonly Topic[]).includes(topic)) return "requests";
  return topic === "membership" || topic === "project" ? "projects" : "tasks";
}

export const kindsOf = (subject: Subject): NotificationKind[] =>
  notificationKinds.filter((kind) => subjectOf(kind) === subject);

/** Why someone is told: `notification.reason.<reason>`. The first that holds counts. */
export const reasons = [
  "mentioned",
  "assigned",
  "group",
  "reported",
  "watching",
  "commented",
  "own",
  "member",
] as const;
export type Reason = (typeof reasons)[number];
