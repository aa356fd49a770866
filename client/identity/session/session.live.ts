import type { SessionEvents } from "../../../shared/identity/session/session.events";
import { type LiveUpdates, noEffect, refetchEverything } from "../../platform/live/live-updates";

export const sessionLive: LiveUpdates<SessionEvents> = {
  // The session machine refetches the current user or signs out.
  "session.ended": noEffect,
  "user.access_changed": refetchEverything,
  "settings.updated": noEffect,
};
