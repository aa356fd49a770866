import { defineAccess } from "../../kernel/access";

export const groupAccess = defineAccess({
  area: "organization",
  permissions: {
    "group-create": ["hr", "manager"],
    "group-delete": ["hr"],
    "group-edit": ["hr", "manager"],
    "group-list": ["hr", "manager"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    groupAccess: typeof groupAccess;
  }
}
