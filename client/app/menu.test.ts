import { IconHome } from "@tabler/icons-react";
import { isGroup, type MenuEntry, visibleMenu } from "./menu";

const item = (to: string, permission?: "room-list" | "car-list") =>
  ({ label: "menu.home", icon: IconHome, to, permission }) as const;
const clusters: MenuEntry[][] = [
  [item("/dashboard")],
  [{ label: "menu.menu", icon: IconHome, items: [item("/room", "room-list"), item("/cars", "car-list")] }],
];

const shown = (...held: string[]) =>
  visibleMenu(clusters, (permission) => held.includes(String(permission))).map((entries) =>
    entries.map((entry) => (isGroup(entry) ? entry.items.map(({ to }) => to) : entry.to)),
  );

test("an item shows with its permission, a group with at least one of its items", () => {
  expect(shown()).toEqual([["/dashboard"]]);
  expect(shown("car-list")).toEqual([["/dashboard"], [["/cars"]]]);
  expect(shown("car-list", "room-list")).toEqual([["/dashboard"], [["/room", "/cars"]]]);
});
