import { IconUserCheck } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";
import { withWorkSections } from "./my-work.slots";

export const myWorkFeature = defineFeature({
  pages: pagesIn(() => withWorkSections(import("./my-work.pages")), {
    MyWorkPage: { path: paths.myWork, title: "title.myWork" },
  }),
  menu: [{ label: "menu.myWork", icon: IconUserCheck, to: paths.myWork, in: "work", order: 2, goKey: "w" }],
  live: async () => (await import("./my-work.live")).myWorkLive,
});
