import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const searchFeature = defineFeature({
  pages: pagesIn(() => import("./search.pages"), {
    SearchPage: { path: paths.search, title: "title.search" },
  }),
});
