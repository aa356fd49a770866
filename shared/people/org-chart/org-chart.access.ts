import { defineAccess } from "../../kernel/access";

export const orgChartAccess = defineAccess({
  area: "organization",
  permissions: {
    "organization-chart-view": ["employee"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    orgChartAccess: typeof orgChartAccess;
  }
}
