import { defineAccess } from "../../kernel/access";

export const timeAccess = defineAccess({
  area: "time",
  permissions: {
    "time-tracking-all": ["manager"],
    "time-tracking-list": ["employee"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    timeAccess: typeof timeAccess;
  }
}
