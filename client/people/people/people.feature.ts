import { IconPaperclip, IconUser, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";
import { withEmployeeParts } from "./people.slots";

export const peopleFeature = defineFeature({
  pages: [
    ...pagesIn(() => withEmployeeParts(import("./list/EmployeesPage")), {
      EmployeesPage: { path: paths.employees, title: "title.employees", permission: ["user-list", "employee-list"] },
    }),
    ...pagesIn(() => import("./import/ImportPage"), {
      ImportPage: { path: paths.employeesImport, title: "title.peopleImport", permission: "user-create" },
    }),
    ...pagesIn(() => withEmployeeParts(import("./people.pages")), {
      EmployeePage: {
        path: `${paths.employee(":mode")}/:id?`,
        title: { create: "title.employeeNew", view: "title.employee", edit: "title.employeeEdit" },
        permission: ["user-view", "user-create", "user-edit"],
      },
      EmployeeViewPage: { path: paths.employeeView(":id"), title: "title.employee", permission: "user-view" },
    }),
  ],
  menu: [
    {
      label: "menu.employees",
      icon: IconUsers,
      to: paths.employees,
      goKey: "e",
      in: "people",
      order: 1,
      permission: ["user-list", "employee-list"],
    },
  ],

  searches: {
    user: { icon: IconUser, group: "people", href: ({ id }) => paths.employeeView(id) },
    person_file: { icon: IconPaperclip, group: "texts", href: ({ parent_id }) => paths.employeeView(parent_id ?? 0) },
  },
  creates: [
    { label: "title.employeeNew", icon: IconUserPlus, to: paths.employee("create"), permission: "user-create" },
  ],
  live: async () => (await import("./people.live")).peopleLive,
});
