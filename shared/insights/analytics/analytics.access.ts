import { defineAccess } from "../../kernel/access";

export const analyticsAccess = defineAccess({
  area: "analytics",
  planFeature: "analytics",
  permissions: {
    "analytics-department-list": ["hr", "manager", "finance"],
    "analytics-project-list": ["manager", "finance"],
    "analytics-task-list": ["manager"],
    "analytics-user-list": ["hr", "manager"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    analyticsAccess: typeof analyticsAccess;
  }
}
