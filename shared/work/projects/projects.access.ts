import { defineAccess } from "../../kernel/access";

export const projectAccess = defineAccess({
  area: "projects",
  permissions: {
    "project-all": [],
    "project-create": ["manager"],
    "project-delete": [],
    "project-edit": ["manager"],
    "project-list": ["employee", "external"],
    "project-view": ["employee", "external"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    projectAccess: typeof projectAccess;
  }
}
