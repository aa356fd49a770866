import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { readNotificationSettings, SettingsChange } from "../../../shared/notifications/settings.contract";

type Answer = ReplyOf<typeof readNotificationSettings>;

const given = <Fields extends object>(fields: Fields | undefined) =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)) as Partial<Fields>;

/** As the server will answer, before it has: what isn't in the change stays. */
export function changed(answer: Answer, change: Partial<SettingsChange>): Answer {
  const { data } = answer;
  const ways = change.topics as Record<string, object | undefined> | undefined;
  return {
    ...answer,
    data: {
      ...data,
      topics: data.topics.map((row) => ({ ...row, ...given(ways?.[row.topic]) })),
      digest: {
        ...data.digest,
        ...given({ time: change.digest_time, weekday: change.digest_weekday }),
      },
      quiet: { ...data.quiet, ...given(change.quiet) } as Answer["data"]["quiet"],
    },
  };
}
