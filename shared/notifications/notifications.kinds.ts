/** What can be told. The text of each is `notification.<kind>` of the shared catalogue. */
export const notificationKinds = [
  "comment.mentioned",
  "task.mentioned",
  "task.assigned",
  "task.unassigned",
  "subtask.assigned",
  "task.moved",
  "task.changed",
  "comment.created",
  "comment.reacted",
  "attachment.added",
  "task.unblocked",
  "task.due",
  "task.archived",
  "task.restored",
  "task.deleted",
  "task.relocated",
  "project.added",
  "project.removed",
  "project.role",
  "project.archived",
  "project.restored",
  "project.dates",
  "week.submitted",
  "week.approved",
  "week.reopened",
  "request.waiting",
  "request.resubmitted",
  "request.reminder",
  "request.passedOn",
  "request.passedOver",
  "request.handedToYou",
  "request.decidedForYou",
  "request.withdrawn",
  "request.stepApproved",
  "request.approved",
  "request.rejected",
  "request.changes",
  "request.cancelled",
  "request.entered",
  "request.escalated",
  "request.handed",
  "request.paid",
  "request.settled",
  "request.archived",
  "request.commented",
  "leave.recounted",
  "delegation.started",
  "delegation.begun",
  "delegation.runs",
  "delegation.ended",
  "delegation.over",
  "test",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** What is chosen in the settings: one row each, by group. */
export const topicGroups = {
  tasks: [
    "mentions",
    "assigned",
    "moved",
    "changed",
    "comments",
    "reactions",
    "attachments",
    "unblocked",
    "due",
    "archive",
  ],
  projects: ["membership", "project"],
  time: ["weeks"],
  requests: ["decide", "requests", "requestArchive", "delegation"],
} as const;
export const topics = [
  ...topicGroups.tasks,
  ...topicGroups.projects,
  ...topicGroups.time,
  ...topicGroups.requests,
] as const;
export type Topic = (typeof topics)[number];

/** Null: not a matter of choice. */
export const topicOf: Record<NotificationKind, Topic | null> = {
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
  "request.waiting": "decide",
  "request.resubmitted": "decide",
  "request.reminder": "decide",
  "request.passedOn": "decide",
  "request.passedOver": "decide",
  "request.handedToYou": "decide",
  "request.decidedForYou": "decide",
  "request.withdrawn": "decide",
  "request.stepApproved": "requests",
  "request.approved": "requests",
  "request.rejected": "requests",
  "request.changes": "requests",
  "request.cancelled": "requests",
  "request.entered": "requests",
  "request.escalated": "requests",
  "request.handed": "requests",
  "request.paid": "requests",
  "request.settled": "requests",
  "request.archived": "requestArchive",
  "request.commented": "requests",
  "leave.recounted": "requests",
  "delegation.started": "delegation",
  "delegation.begun": "delegation",
  "delegation.runs": "delegation",
  "delegation.ended": "delegation",
  "delegation.over": "delegation",
  test: null,
};

/** The tabs of the inbox. */
export const subjects = ["mentions", "tasks", "comments", "projects", "requests"] as const;
export type Subject = (typeof subjects)[number];

export function subjectOf(kind: NotificationKind): Subject | null {
  const topic = topicOf[kind];
  if (topic === null) return null;
  if (topic === "mentions") return "mentions";
  if (topic === "comments" || topic === "reactions") return "comments";
  if ((topicGroups.requests as readonly Topic[]).includes(topic)) return "requests";
  return topic === "membership" || topic === "project" ? "projects" : "tasks";
}

export const kindsOf = (subject: Subject): NotificationKind[] =>
  notificationKinds.filter((kind) => subjectOf(kind) === subject);

export const emailChoices = ["now", "daily", "weekly", "off"] as const;
export type EmailChoice = (typeof emailChoices)[number];

/** The ways in which one topic reaches a person. */
export interface Ways {
  in_app: boolean;
  email: EmailChoice;
  push: boolean;
}

const ways = (email: EmailChoice, push: boolean): Ways => ({ in_app: true, email, push });

/** Until someone chooses otherwise: what is addressed to one comes at once, what one looks on comes once a day. */
export const usualWays: Record<Topic, Ways> = {
  mentions: ways("now", true),
  assigned: ways("now", true),
  // Boards tell it live, to everyone who looks; who wants to hear of it elsewhere as well says so.
  moved: { in_app: false, email: "off", push: false },
  changed: ways("off", false),
  comments: ways("daily", false),
  reactions: ways("off", false),
  attachments: ways("off", false),
  unblocked: ways("daily", true),
  due: ways("daily", true),
  archive: ways("off", false),
  membership: ways("now", true),
  project: ways("daily", false),
  weeks: ways("daily", false),
  decide: ways("now", true),
  requests: ways("now", true),
  requestArchive: ways("off", false),
  delegation: ways("now", true),
};

/** What one may open has changed: that must stand somewhere. */
export const alwaysInApp: readonly Topic[] = ["membership"];

/** What comes in although its project or task is muted: it is meant for this person by name. */
export const evenMuted: readonly Topic[] = ["mentions", "membership"];

export type ChosenWays = Partial<Record<Topic, Partial<Ways>>>;

export function waysOf(topic: Topic, chosen: ChosenWays | null | undefined): Ways {
  const result = { ...usualWays[topic], ...chosen?.[topic] };
  return alwaysInApp.includes(topic) ? { ...result, in_app: true } : result;
}

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
