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
  time: ["weeks", "bookings"],
  people: ["employment"],
  requests: ["decide", "requests", "requestArchive", "delegation"],
  news: ["news", "mustRead"],
} as const;
export const topics = [
  ...topicGroups.tasks,
  ...topicGroups.projects,
  ...topicGroups.time,
  ...topicGroups.people,
  ...topicGroups.requests,
  ...topicGroups.news,
] as const;
export type Topic = (typeof topics)[number];

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
  bookings: ways("now", true),
  employment: ways("now", true),
  decide: ways("now", true),
  requests: ways("now", true),
  requestArchive: ways("off", false),
  delegation: ways("now", true),
  news: ways("daily", false),
  mustRead: ways("now", true),
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
