import { defineAccess } from "../../kernel/access";

export const departmentAccess = defineAccess({
  area: "organization",
  permissions: {
    "department-create": ["hr"],
    "department-delete": ["hr"],
    "department-edit": ["hr"],
    "department-list": ["employee"],
    "department-view": ["employee"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    departmentAccess: typeof departmentAccess;
  }
}
