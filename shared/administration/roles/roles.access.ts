import { defineAccess } from "../../kernel/access";

export const roleAccess = defineAccess({
  area: "administration",
  permissions: {
    "role-edit": [],
    "role-list": ["hr"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    roleAccess: typeof roleAccess;
  }
}
