import { defineAccess } from "../../kernel/access";

export const scheduleTemplateAccess = defineAccess({
  area: "organization",
  permissions: {
    "schedule-template-create": ["hr"],
    "schedule-template-delete": ["hr"],
    "schedule-template-edit": ["hr"],
    "schedule-template-list": ["hr"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    scheduleTemplateAccess: typeof scheduleTemplateAccess;
  }
}
