import { defineAccess } from "../../kernel/access";

export const clientAccess = defineAccess({
  area: "clients",
  permissions: {
    "client-create": ["hr", "manager"],
    "client-delete": ["hr", "manager"],
    "client-edit": ["hr", "manager"],
    "client-list": ["hr", "manager", "finance"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    clientAccess: typeof clientAccess;
  }
}
