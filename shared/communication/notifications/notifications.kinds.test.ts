import {
  kindsOfSubject,
  type NotificationKind,
  notificationKinds,
  notificationSubjectOf,
  notificationSubjects,
  topicOf,
} from "./notifications.kinds";
import {
  alwaysInAppTopics,
  type ChannelChoices,
  topicsDeliveredWhenMuted,
  notificationTopics,
  defaultChannels,
  channelsOf,
} from "./notifications.topics";

const usually = (holds: (ways: (typeof defaultChannels)["due"]) => boolean) =>
  notificationTopics.filter((topic) => holds(defaultChannels[topic]));

test("by default personal topics use push and email, watched topics a daily email", () => {
  const addressed = [
    "mentions",
    "assigned",
    "membership",
    "bookings",
    "employment",
    "decide",
    "requests",
    "delegation",
    "mustRead",
  ];
  expect(usually(({ email }) => email === "now")).toEqual(addressed);
  expect(new Set(usually(({ push }) => push))).toEqual(new Set([...addressed, "unblocked", "due"]));
  expect(usually(({ email }) => email === "daily")).toEqual([
    "comments",
    "unblocked",
    "due",
    "project",
    "weeks",
    "news",
  ]);
  expect(usually(({ email }) => email === "weekly")).toEqual([]);
  expect(usually(({ in_app }) => !in_app)).toEqual(["moved"]);
});

test("chosen channels override defaults, but membership always stays in the app", () => {
  const chosen: ChannelChoices = { due: { push: false }, membership: { in_app: false, email: "off" } };
  expect(channelsOf("due", chosen)).toEqual({ in_app: true, email: "daily", push: false });
  expect(channelsOf("membership", chosen)).toEqual({ in_app: true, email: "off", push: true });
  expect(channelsOf("assigned", chosen)).toEqual(defaultChannels.assigned);
  expect(channelsOf("assigned", null)).toEqual(defaultChannels.assigned);
  expect(channelsOf("moved", { moved: { in_app: true } })).toMatchObject({ in_app: true, push: false });
  expect([alwaysInAppTopics, topicsDeliveredWhenMuted]).toEqual([["membership"], ["mentions", "membership"]]);
});

test("each kind is in one tab, except the plan end and the test notification", () => {
  const tabs: Record<string, readonly string[]> = {
    mentions: ["mentions"],
    comments: ["comments", "reactions"],
    projects: ["membership", "project"],
    requests: ["decide", "requests", "requestArchive", "delegation"],
    news: ["news", "mustRead"],
    tasks: [
      "assigned",
      "moved",
      "changed",
      "attachments",
      "unblocked",
      "due",
      "archive",
      "weeks",
      "bookings",
      "employment",
    ],
  };
  const topicsOf = (kinds: NotificationKind[]) => new Set(kinds.map((kind) => topicOf[kind]));
  for (const subject of notificationSubjects) expect(topicsOf(kindsOfSubject(subject))).toEqual(new Set(tabs[subject]));
  expect(notificationKinds.filter((kind) => notificationSubjectOf(kind) === null)).toEqual([
    "bankAccount.proposed",
    "bankAccount.confirmed",
    "bankAccount.rejected",
    "bankAccount.deleted",
    "tenant.closing",
    "tenant.kept",
    "export.ready",
    "export.failed",
    "plan.ending",
    "plan.paid",
    "plan.pastDue",
    "plan.seats",
    "welcome",
    "test",
  ]);
  expect(new Set(Object.values(tabs).flat())).toEqual(new Set(notificationTopics));
});
