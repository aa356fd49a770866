import type { BodyOf } from "../../../../shared/kernel/endpoint";
import {
  changeNotificationSettings,
  muteNotifications as muteCall,
  type NotificationSettings,
  readNotificationSettings,
} from "../../../../shared/communication/notifications/settings.contract";
import { call } from "../../../platform/api";
import { reportFailure } from "../../../platform/failure";
import { useText } from "../../../platform/intl/useText";
import { OverlayQueue, useOverlay } from "../../../platform/pending/overlay";
import { queryClient, readQueryOptions, refetch, setQuery, useAction, useEndpoint } from "../../../platform/query";
import { toast } from "../../../ui/toast/toast";
import { applySettingsChange } from "./settings.cache";

export type SettingsBody = BodyOf<typeof changeNotificationSettings>;

const { queryKey } = readQueryOptions(readNotificationSettings);

const settingsQueue = new OverlayQueue<NotificationSettings>("notification settings");

/** The settings with the user's pending changes applied. */
export function useSettingsChanges(confirmed: NotificationSettings) {
  const text = useText();
  const settings = useOverlay(settingsQueue, "own", confirmed);
  const change = (body: Partial<SettingsBody>) => {
    const overlay = {
      about: "own",
      apply: (current: NotificationSettings) => applySettingsChange(current, body),
      isVisible: () => true, // the response is stored before the change counts as accepted
      send: async (idempotencyKey: string) =>
        setQuery(queryClient, queryKey, await call(changeNotificationSettings, { body, idempotencyKey })),
    };
    settingsQueue.lay(overlay, { label: text("title.notificationSettings") }).catch(reportFailure);
  };
  return { settings, change };
}

export function useMutes() {
  const { data } = useEndpoint(readNotificationSettings);
  const { mutate } = useAction(muteCall, {
    onSuccess: ({ message }) => {
      toast.done(message);
      void refetch(queryKey);
    },
  });
  const mutes = data?.data.mutes ?? [];
  return {
    taskMuted: (id: number) => mutes.some((each) => each.task?.id === id),
    projectMuted: (id: number) => mutes.some((each) => each.project?.id === id),
    /** A null `until` mutes permanently. */
    mute: (what: { task_id: number } | { project_id: number }, until: string | null) =>
      mutate({ body: { ...what, muted: true, until } }),
    unmute: (what: { task_id: number } | { project_id: number }) => mutate({ body: { ...what, muted: false } }),
  };
}
