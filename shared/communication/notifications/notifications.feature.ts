import { defineFeature } from "../../kernel/feature";
import * as notificationSettings from "./settings.contract";
import * as notifications from "./notifications.contract";
import { notificationEvents } from "./notifications.events";

export const notificationsFeature = defineFeature({
  contracts: { notifications, notificationSettings },
  events: notificationEvents,
});
