import { defineAccess } from "../../kernel/access";

export const auditAccess = defineAccess({
  area: "administration",
  permissions: {
    "audit-list": [],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    auditAccess: typeof auditAccess;
  }
}
