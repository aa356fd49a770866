import { IconTrash } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";
import { projectPages } from "../projects/projects.slots";

export const binFeature = defineFeature({
  pages: pagesIn(() => import("./bin.pages"), {
    BinPage: { path: paths.projectBin(":id"), title: "title.bin", permission: "project-view", keyed: true },
    DeletedProjectsPage: { path: paths.deletedProjects, title: "title.deletedProjects", permission: "project-list" },
  }),
  fills: [projectPages.fill({ title: "title.bin", Icon: IconTrash, to: paths.projectBin })],
  live: async () => (await import("./bin.live")).binLive,
});
