import { defineAccess } from "../../kernel/access";

export const carAccess = defineAccess({
  area: "bookings",
  permissions: {
    "car-create": [],
    "car-delete": [],
    "car-edit": [],
    "car-list": ["employee"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    carAccess: typeof carAccess;
  }
}
