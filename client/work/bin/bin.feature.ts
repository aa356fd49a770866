import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const binFeature = defineFeature({
  pages: pagesIn(() => import("./bin.pages"), {
    BinPage: { path: paths.projectBin(":id"), title: "title.bin", permission: "project-view", keyed: true },
    DeletedProjectsPage: { path: paths.deletedProjects, title: "title.deletedProjects", permission: "project-list" },
  }),
  live: async () => (await import("./bin.live")).binLive,
});
