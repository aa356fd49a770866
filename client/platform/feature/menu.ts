import type { IconProps } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Permission, PlanFeature } from "../../../shared/kernel/access";
import type { MessageId } from "../intl/catalogues";

/** Clusters of the side menu in their order, which the specification prescribes (section 2). They are separated visually. */
export const menuClusters = ["start", "work", "requests", "people", "settings", "structure"] as const;
export type MenuCluster = (typeof menuClusters)[number];

/** A collapsible group, defined by the lowest feature that has an entry in it; hidden without visible entries. */
export interface MenuGroup {
  readonly label: MessageId;
  readonly icon: ComponentType<IconProps>;
  readonly in: MenuCluster;
  /** Position in the cluster. */
  readonly order: number;
}

/** Menu entry of a feature. */
export interface MenuItem {
  readonly label: MessageId;
  /** Not shown inside a group. */
  readonly icon?: ComponentType<IconProps>;
  readonly to: string;
  readonly in: MenuCluster | MenuGroup;
  /** Position in the cluster or group. */
  readonly order: number;
  readonly permission?: Permission | readonly Permission[];
  /** Feature that the plan must include; without it, a click opens the plans page. */
  readonly feature?: PlanFeature;
  /** Also shown in the bottom bar of phones. */
  readonly onPhones?: true;
  /** Opens the entry when pressed after `G`. */
  readonly goKey?: string;
}

/** Something that users can create, offered by the command palette. */
export interface CreateEntry extends Pick<MenuItem, "label" | "to" | "permission" | "feature"> {
  readonly icon: ComponentType<IconProps>;
}

export type MenuEntry = MenuItem | (MenuGroup & { readonly items: readonly MenuItem[] });

export const isMenuGroup = (entry: MenuEntry): entry is Exclude<MenuEntry, MenuItem> => "items" in entry;

/** The entries of each cluster that the user may see; empty clusters are omitted. */
export function menuOf(
  items: readonly MenuItem[],
  can: (permission: Permission | readonly Permission[]) => boolean,
): MenuEntry[][] {
  const allowed = items
    .filter(({ permission }) => permission === undefined || can(permission))
    .toSorted((a, b) => a.order - b.order);
  const groups = new Set(allowed.flatMap((item) => (typeof item.in === "string" ? [] : [item.in])));
  return menuClusters
    .map((cluster) => [
      ...allowed.filter((item) => item.in === cluster),
      ...[...groups]
        .filter((group) => group.in === cluster)
        .map((group) => ({ ...group, items: allowed.filter((item) => item.in === group) })),
    ])
    .map((entries) => entries.toSorted((a, b) => a.order - b.order))
    .filter((entries) => entries.length > 0);
}
