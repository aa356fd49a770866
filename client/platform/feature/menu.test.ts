import { IconHome } from "@tabler/icons-react";
import { isMenuGroup, type MenuGroup, type MenuItem, menuOf } from "./menu";

const group: MenuGroup = { label: "menu.menu", icon: IconHome, in: "settings", order: 2 };
const item = (to: string, where: Pick<MenuItem, "in" | "order">, permission?: MenuItem["permission"]): MenuItem => ({
  label: "menu.home",
  to,
  permission,
  ...where,
});
const items = [
  item("/after", { in: "settings", order: 3 }),
  item("/cars", { in: group, order: 2 }, "car-list"),
  item("/room", { in: group, order: 1 }, "room-list"),
  item("/before", { in: "settings", order: 1 }),
  item("/dashboard", { in: "start", order: 1 }),
];

const visibleMenu = (...permissions: string[]) =>
  menuOf(items, (permission) => permissions.includes(String(permission))).map((entries) =>
    entries.map((entry) => (isMenuGroup(entry) ? entry.items.map(({ to }) => to) : entry.to)),
  );

test("shows items with their permission, and groups with a shown item, in order", () => {
  expect(visibleMenu()).toEqual([["/dashboard"], ["/before", "/after"]]);
  expect(visibleMenu("car-list")).toEqual([["/dashboard"], ["/before", ["/cars"], "/after"]]);
  expect(visibleMenu("car-list", "room-list")).toEqual([["/dashboard"], ["/before", ["/room", "/cars"], "/after"]]);
});
