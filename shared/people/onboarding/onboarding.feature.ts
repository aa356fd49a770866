import { defineFeature } from "../../kernel/feature";
import * as onboarding from "./onboarding.contract";
import { onboardingEvents } from "./onboarding.events";

export const onboardingFeature = defineFeature({
  contracts: { onboarding },
  events: onboardingEvents,
});
