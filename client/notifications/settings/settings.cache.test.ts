import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { readNotificationSettings } from "../../../shared/notifications/settings.contract";
import { changed } from "./settings.cache";

const answer: ReplyOf<typeof readNotificationSettings> = {
  message: undefined,
  data: {
    topics: [
      { topic: "mentions", in_app: true, email: "now", push: true, in_app_locked: false },
      { topic: "comments", in_app: true, email: "daily", push: false, in_app_locked: false },
    ],
    digest: { time: "08:30", weekday: 0, next_day: null, waiting: 0 },
    quiet: { on: false, from: "20:00", to: "07:00", days: [], mentions: true },
    time_zone: "UTC",
    email: "someone@example.test",
    mutes: [],
    push: { public_key: "", endpoints: [] },
  },
};

test("one way of one topic changes, and nothing beside it", () => {
  const { data } = changed(answer, { topics: { comments: { email: "off" } } as never });
  expect(data.topics).toEqual([answer.data.topics[0], { ...answer.data.topics[1], email: "off" }]);
  expect(data.quiet).toEqual(answer.data.quiet);
});

test("quiet hours and digest by what is given", () => {
  const { data } = changed(answer, { quiet: { on: true, days: [5] } as never, digest_time: "17:00" });
  expect(data.quiet).toEqual({ on: true, from: "20:00", to: "07:00", days: [5], mentions: true });
  expect(data.digest).toMatchObject({ time: "17:00", weekday: 0 });
});
