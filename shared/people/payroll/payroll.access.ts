import { defineAccess } from "../../kernel/access";

export const payrollAccess = defineAccess({
  area: "people",
  permissions: {
    "payroll-view": ["hr"],
    "payroll-close": ["hr"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    payrollAccess: typeof payrollAccess;
  }
}
