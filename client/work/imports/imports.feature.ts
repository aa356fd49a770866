import { IconTableImport } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const importsFeature = defineFeature({
  pages: pagesIn(() => import("./imports.pages"), {
    BoardImportPage: { path: paths.projectImport, title: "title.projectImport", permission: "project-create" },
  }),
  creates: [
    { label: "title.projectImport", icon: IconTableImport, to: paths.projectImport, permission: "project-create" },
  ],
  live: async () => (await import("./imports.live")).importsLive,
});
