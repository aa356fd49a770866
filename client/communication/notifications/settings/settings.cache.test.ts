import type { NotificationSettings } from "../../../../shared/communication/notifications/settings.contract";
import { applySettingsChange } from "./settings.cache";

const settings: NotificationSettings = {
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
};

test("changing one channel of one topic leaves all other settings unchanged", () => {
  const changed = applySettingsChange(settings, { topics: { comments: { email: "off" } } as never });
  expect(changed.topics).toEqual([settings.topics[0], { ...settings.topics[1], email: "off" }]);
  expect(changed.quiet).toEqual(settings.quiet);
});

test("partial changes of quiet hours and digest are merged into the settings", () => {
  const changed = applySettingsChange(settings, { quiet: { on: true, days: [5] } as never, digest_time: "17:00" });
  expect(changed.quiet).toEqual({ on: true, from: "20:00", to: "07:00", days: [5], mentions: true });
  expect(changed.digest).toMatchObject({ time: "17:00", weekday: 0 });
});
