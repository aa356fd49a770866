import { IconPaperclip } from "@tabler/icons-react";
import { employeePartsSlot, withEmployeeParts } from "../people/people.slots";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const employmentFeature = defineFeature({
  pages: pagesIn(() => withEmployeeParts(import("./employment.pages")), {
    PromotionPage: { path: `${paths.promotion(":mode")}/:id?`, title: "title.promotion", permission: "user-edit" },
    TerminationPage: {
      path: `${paths.termination(":mode")}/:id?`,
      title: "title.termination",
      permission: "user-edit",
    },
  }),
  searches: {
    employment_file: {
      icon: IconPaperclip,
      group: "texts",
      href: ({ parent_id }) => `${paths.employeeView(parent_id ?? 0)}?tab=history`,
    },
  },
  live: async () => (await import("./employment.live")).employmentLive,
  fills: [employeePartsSlot.fill({ load: async () => (await import("./employee-parts")).employmentParts })],
});
