import { defineAccess } from "../../kernel/access";

export const peopleAccess = defineAccess({
  area: "people",
  permissions: {
    "employee-list": ["employee"],
    "user-create": ["hr"],
    "user-delete": ["hr"],
    "user-edit": ["hr"],
    "user-list": ["employee"],
    "user-view": ["employee"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    peopleAccess: typeof peopleAccess;
  }
}
