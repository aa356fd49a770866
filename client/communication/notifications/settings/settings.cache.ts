import type {
  NotificationSettings,
  SettingsChange,
} from "../../../../shared/communication/notifications/settings.contract";

const definedFields = <Fields extends object>(fields: Fields | undefined) =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)) as Partial<Fields>;

export function applySettingsChange(
  settings: NotificationSettings,
  change: Partial<SettingsChange>,
): NotificationSettings {
  const changesByTopic = change.topics as Record<string, object | undefined> | undefined;
  return {
    ...settings,
    topics: settings.topics.map((row) => ({ ...row, ...definedFields(changesByTopic?.[row.topic]) })),
    digest: { ...settings.digest, ...definedFields({ time: change.digest_time, weekday: change.digest_weekday }) },
    quiet: { ...settings.quiet, ...definedFields(change.quiet) } as NotificationSettings["quiet"],
  };
}
