import { defineAccess } from "../../kernel/access";

export const tenantAccess = defineAccess({
  area: "administration",
  permissions: {
    "tenant-edit": [],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    tenantAccess: typeof tenantAccess;
  }
}
