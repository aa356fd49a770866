import { plannedChanges, readChange } from "../../../shared/people/employment/employment.contract";
import { readLeaving } from "../../../shared/people/employment/leaving.contract";
import type { OnboardingEvents } from "../../../shared/people/onboarding/onboarding.events";
import type { ActingEvents } from "../../../shared/people/acting/acting.events";
import type { PeopleEvents } from "../../../shared/people/people/people.events";
import { type LiveCache, type LiveUpdates, onEach } from "../../platform/live/live-updates";
import { userChanges } from "../people/people.live";

/** A leaving user's page lists duties and onboarding tasks. */
const leaving = (_: unknown, cache: LiveCache) => cache.refetch(readLeaving);

export const employmentLive: LiveUpdates<unknown, PeopleEvents & OnboardingEvents & ActingEvents> = {
  ...onEach(userChanges, (_: unknown, cache: LiveCache) => cache.refetch(plannedChanges, readChange, readLeaving)),
  "onboarding.changed": leaving,
  "acting.changed": leaving,
};
