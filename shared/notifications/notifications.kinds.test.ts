import { kindsOf, type NotificationKind, notificationKinds, subjectOf, subjects, topicOf } from "./notifications.kinds";
import { alwaysInApp, type ChosenWays, evenMuted, topics, usualWays, waysOf } from "./notifications.topics";

const usually = (holds: (ways: (typeof usualWays)["due"]) => boolean) =>
  topics.filter((topic) => holds(usualWays[topic]));

test("until somebody chooses: what is addressed to one is pushed and mailed at once, what one looks on comes once a day", () => {
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

test("what is chosen counts, way by way; that one's access changed always stands in the app", () => {
  const chosen: ChosenWays = { due: { push: false }, membership: { in_app: false, email: "off" } };
  expect(waysOf("due", chosen)).toEqual({ in_app: true, email: "daily", push: false });
  expect(waysOf("membership", chosen)).toEqual({ in_app: true, email: "off", push: true });
  expect(waysOf("assigned", chosen)).toEqual(usualWays.assigned);
  expect(waysOf("assigned", null)).toEqual(usualWays.assigned);
  expect(waysOf("moved", { moved: { in_app: true } })).toMatchObject({ in_app: true, push: false });
  expect([alwaysInApp, evenMuted]).toEqual([["membership"], ["mentions", "membership"]]);
});

test("each kind stands under one tab of the inbox, but what is no matter of choice: the end of the plan, and the test", () => {
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
  for (const subject of subjects) expect(topicsOf(kindsOf(subject))).toEqual(new Set(tabs[subject]));
  expect(notificationKinds.filter((kind) => subjectOf(kind) === null)).toEqual([
    "tenant.closing",
    "tenant.kept",
    "export.ready",
    "export.failed",
    "plan.ending",
    "plan.pastDue",
    "plan.seats",
    "welcome",
    "test",
  ]);
  expect(new Set(Object.values(tabs).flat())).toEqual(new Set(topics));
});
