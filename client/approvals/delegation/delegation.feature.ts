import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const delegationFeature = defineFeature({
  pages: pagesIn(() => import("./delegation.pages"), {
    DelegationPage: { path: paths.delegation, title: "title.delegation" },
  }),
});
