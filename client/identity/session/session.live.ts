import { readSignOn } from "../../../shared/identity/session/sign-on.contract";
import type { SessionEvents } from "../../../shared/identity/session/session.events";
import { type LiveUpdates, noEffect, refetchEverything } from "../../platform/live/live-updates";

export const sessionLive: LiveUpdates<SessionEvents> = {
  // The session machine refetches the current user or signs out.
  "session.ended": noEffect,
  "user.access_changed": refetchEverything,
  // An open form offers the settings that another administrator has saved.
  "sign_on.changed": (_, cache) => cache.refetch(readSignOn),
  "settings.updated": noEffect,
};
