import { defineAccess } from "../../kernel/access";

export const subscriptionAccess = defineAccess({
  area: "administration",
  permissions: {
    "subscription-create-request": [],
    "subscription-list-request": ["finance"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    subscriptionAccess: typeof subscriptionAccess;
  }
}
