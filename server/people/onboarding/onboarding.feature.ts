import type { ServerFeature } from "../../platform/features";
import { registerOnboardingRoutes } from "./onboarding.routes";

export const onboardingFeature: ServerFeature = {
  routes: [registerOnboardingRoutes],
};
