import type { ComponentType } from "react";
import type { Notification } from "../../../shared/communication/notifications/notifications.contract";
import { defineSlot } from "../../platform/feature/slot";

export interface NotificationActionProps {
  notification: Notification;
  onDone: () => void;
}

/** Action shown in the bell below the notifications to which it applies. */
interface NotificationAction {
  applies(notification: Notification): boolean;
  load(): Promise<LoadedAction>;
}

interface LoadedAction {
  Action: ComponentType<NotificationActionProps>;
}

export const notificationActions = defineSlot<NotificationAction>();

const loaded = new Map<NotificationAction, LoadedAction>();

/** Loaded together with the bell's list, so that its rows don't move when the actions appear. */
export const loadNotificationActions = () =>
  Promise.all(notificationActions.entries.map(async (action) => loaded.set(action, await action.load())));

export function notificationActionFor(notification: Notification): LoadedAction | undefined {
  const action = notificationActions.entries.find(({ applies }) => applies(notification));
  return action && loaded.get(action);
}
