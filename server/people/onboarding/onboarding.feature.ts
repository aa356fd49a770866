import type { ServerFeature } from "../../platform/features";
import { registerOnboardingRoutes } from "./onboarding.routes";

export const onboardingFeature = {
  routes: [registerOnboardingRoutes],
  personalData: {
    areas: { employment: "onboarding_task.person_id onboarding_task.user_id onboarding_template.user_id" },
    actors: "onboarding_task.done_by",
  },
  demo: {
    joiners: async () => (await import("./demo/demo.joiners")).writeJoiners,
  },
} satisfies ServerFeature;
