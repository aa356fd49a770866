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
export const notificationTopics = [
  ...topicGroups.tasks,
  ...topicGroups.projects,
  ...topicGroups.time,
  ...topicGroups.people,
  ...topicGroups.requests,
  ...topicGroups.news,
] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

export const emailChoices = ["now", "daily", "weekly", "off"] as const;
export type EmailChoice = (typeof emailChoices)[number];

export interface Channels {
  in_app: boolean;
  email: EmailChoice;
  push: boolean;
}

const channels = (email: EmailChoice, push: boolean): Channels => ({ in_app: true, email, push });

/** Default channels. Personal topics are sent immediately, topics of watched tasks in the daily digest. */
export const defaultChannels: Record<NotificationTopic, Channels> = {
  mentions: channels("now", true),
  assigned: channels("now", true),
  // Off by default, because boards show moves live.
  moved: { in_app: false, email: "off", push: false },
  changed: channels("off", false),
  comments: channels("daily", false),
  reactions: channels("off", false),
  attachments: channels("off", false),
  unblocked: channels("daily", true),
  due: channels("daily", true),
  archive: channels("off", false),
  membership: channels("now", true),
  project: channels("daily", false),
  weeks: channels("daily", false),
  bookings: channels("now", true),
  employment: channels("now", true),
  decide: channels("now", true),
  requests: channels("now", true),
  requestArchive: channels("off", false),
  delegation: channels("now", true),
  news: channels("daily", false),
  mustRead: channels("now", true),
};

/** Changes of access are always shown in the app. */
export const alwaysInAppTopics: readonly NotificationTopic[] = ["membership"];

/** Topics delivered even if the project or task is muted, because they address the user personally. */
export const topicsDeliveredWhenMuted: readonly NotificationTopic[] = ["mentions", "membership"];

export type ChannelChoices = Partial<Record<NotificationTopic, Partial<Channels>>>;

export function channelsOf(topic: NotificationTopic, chosen: ChannelChoices | null | undefined): Channels {
  const result = { ...defaultChannels[topic], ...chosen?.[topic] };
  return alwaysInAppTopics.includes(topic) ? { ...result, in_app: true } : result;
}
