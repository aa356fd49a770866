import { IconSitemap } from "@tabler/icons-react";
import { organizationMenu } from "../organization/organization.menu";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const departmentsFeature = defineFeature({
  searches: {
    department: { icon: IconSitemap, group: "people", href: ({ id }) => paths.department(id) },
  },
  pages: [
    ...pagesIn(() => import("./departments.pages"), {
      DepartmentsPage: { path: paths.departments, title: "title.departments", permission: "department-list" },
    }),
    ...pagesIn(() => import("./DepartmentView"), {
      DepartmentViewPage: {
        path: paths.department(":id"),
        title: "title.department",
        permission: ["department-view", "department-edit"],
      },
    }),
  ],
  menu: [
    { label: "menu.departments", to: paths.departments, in: organizationMenu, order: 2, permission: "department-list" },
  ],
  live: async () => (await import("./departments.live")).departmentsLive,
});
