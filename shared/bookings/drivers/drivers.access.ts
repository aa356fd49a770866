import { defineAccess } from "../../kernel/access";

export const driverAccess = defineAccess({
  area: "bookings",
  permissions: {
    "driver-create": [],
    "driver-delete": [],
    "driver-edit": [],
    "driver-list": ["manager"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    driverAccess: typeof driverAccess;
  }
}
