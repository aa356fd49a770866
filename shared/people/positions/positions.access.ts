import { defineAccess } from "../../kernel/access";

export const positionAccess = defineAccess({
  area: "organization",
  permissions: {
    "position-create": ["hr"],
    "position-delete": ["hr"],
    "position-edit": ["hr"],
    "position-list": ["hr", "manager"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    positionAccess: typeof positionAccess;
  }
}
