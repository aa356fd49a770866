import { defineAccess } from "../../kernel/access";

export const roomAccess = defineAccess({
  area: "bookings",
  permissions: {
    "building-create": [],
    "building-delete": [],
    "building-edit": [],
    "building-list": ["employee"],
    "building-view": ["employee"],
    "room-create": [],
    "room-delete": [],
    "room-edit": [],
    "room-list": ["employee"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    roomAccess: typeof roomAccess;
  }
}
