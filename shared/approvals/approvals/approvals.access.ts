import { defineAccess } from "../../kernel/access";

export const approvalAccess = defineAccess({
  area: "approvals",
  permissions: {
    "approval-rule-edit": [],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    approvalAccess: typeof approvalAccess;
  }
}
