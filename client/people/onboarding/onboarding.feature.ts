import { organizationMenu } from "../organization/organization.menu";
import { employeePartsSlot } from "../people/people.slots";
import { defineFeature, pagesIn } from "../../platform/feature/feature";

export const onboardingFeature = defineFeature({
  pages: pagesIn(() => import("./onboarding.pages"), {
    OnboardingPage: { path: "/settings/onboarding", title: "title.onboarding", permission: "user-edit" },
  }),
  menu: [
    { label: "menu.onboarding", to: "/settings/onboarding", in: organizationMenu, order: 5, permission: "user-edit" },
  ],
  live: async () => (await import("./onboarding.live")).onboardingLive,
  fills: [employeePartsSlot.fill({ load: async () => (await import("./employee-parts")).onboardingParts })],
});
