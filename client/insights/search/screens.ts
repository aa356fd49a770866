import { IconAppWindow } from "@tabler/icons-react";
import type { Permission, PlanFeature } from "../../../shared/kernel/access";
import { profileTabs } from "../../people/profile/profile.slots";
import { type Page, registeredFeatures } from "../../platform/feature/feature";
import type { CreateEntry, MenuItem } from "../../platform/feature/menu";
import type { MessageId } from "../../platform/intl/catalogues";
import type { TextFunction } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import type { PaletteItem } from "./items";

export interface Rights {
  readonly can: (permission: Permission | readonly Permission[]) => boolean;
  readonly hasFeature: (feature: PlanFeature | null) => boolean;
}

type Screen = Pick<MenuItem, "label" | "icon" | "to" | "permission" | "feature" | "goKey"> & {
  readonly menu?: MessageId | undefined;
};

const mayOpen = ({ can, hasFeature }: Rights, { permission, feature }: Pick<Screen, "permission" | "feature">) =>
  (permission === undefined || can(permission)) && hasFeature(feature ?? null);

/** Screens that users can open: entries of the side menu, tabs of the profile and other pages without a record in their address. */
function allScreens(): Screen[] {
  const features = registeredFeatures();
  const inMenu = features
    .flatMap(({ menu = [] }) => menu)
    .map((item): Screen => {
      const group = typeof item.in === "string" ? null : item.in;
      return { ...item, icon: item.icon ?? group?.icon, menu: group?.label };
    });
  const tabs = [
    { key: undefined, label: "profile.tab.overview" as const },
    ...profileTabs.entries,
    { key: "editProfile", label: "profile.tab.editProfile" as const },
  ].map(({ key, label }): Screen => ({ label, to: paths.profile(key), menu: "title.profile" }));
  const creates = features.flatMap(({ creates = [] }) => creates);
  const listed = new Set([...inMenu, ...creates].map(({ to }) => to));
  const others = features.flatMap(({ pages = [] }) => pages.flatMap((page) => screenOf(page, listed)));
  return [...inMenu, ...tabs, ...others];
}

function screenOf({ path, title, layout = "menu", permission, feature }: Page, listed: ReadonlySet<string>): Screen[] {
  const isOpen = layout === "menu" || layout === "news";
  if (!isOpen || path.includes(":") || listed.has(path) || typeof title !== "string") return [];
  return [{ label: title, to: path, permission, feature }];
}

export function screenItems(rights: Rights, text: TextFunction): PaletteItem[] {
  return allScreens()
    .filter((screen) => mayOpen(rights, screen))
    .map(({ label, icon = IconAppWindow, to, menu, goKey }, weight) => ({
      id: `screen:${to}`,
      group: "do",
      key: null,
      title: text(label),
      snippet: null,
      weight,
      sign: { Icon: icon },
      context: menu ? text(menu) : text("palette.screen"),
      to,
      ...(goKey ? { keys: ["G", goKey.toUpperCase()] } : {}),
    }));
}

export function creationItems(rights: Rights, text: TextFunction): PaletteItem[] {
  return registeredFeatures()
    .flatMap(({ creates = [] }): readonly CreateEntry[] => creates)
    .filter((entry) => mayOpen(rights, entry))
    .map(({ label, icon, to }, weight) => ({
      id: `create:${to}`,
      group: "do",
      key: null,
      title: text(label),
      snippet: null,
      weight: weight - 100, // before screens that match equally well
      sign: { Icon: icon },
      context: text("palette.create"),
      to,
    }));
}
