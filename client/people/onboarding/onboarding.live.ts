import type { GroupEvents } from "../../../shared/people/groups/groups.events";
import {
  listMyOnboarding,
  listPersonOnboarding,
  readOnboardingTemplate,
} from "../../../shared/people/onboarding/onboarding.contract";
import type { OnboardingEvents } from "../../../shared/people/onboarding/onboarding.events";
import type { PeopleEvents } from "../../../shared/people/people/people.events";
import { type LiveCache, type LiveUpdates, onEach, recordChanges } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";
import { userChanges } from "../people/people.live";

const groups = (_: unknown, cache: LiveCache) =>
  cache.refetchSoon(readOnboardingTemplate, listPersonOnboarding, listMyOnboarding);

export const onboardingLive: LiveUpdates<OnboardingEvents, GroupEvents & PeopleEvents> = {
  "onboarding.changed": ({ data: { id } }, cache) =>
    cache.refetch(queryKeyOf(listPersonOnboarding, { id }), listMyOnboarding),
  "onboarding.template_changed": (_, cache) => cache.refetch(readOnboardingTemplate),
  ...onEach(userChanges, (_: unknown, cache: LiveCache) => cache.refetch(listPersonOnboarding, listMyOnboarding)),
  ...onEach(recordChanges("group"), groups),
};
