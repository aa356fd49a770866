import {
  IconAdjustmentsHorizontal,
  IconClock,
  IconInbox,
  IconHome,
  IconLayoutKanban,
  type IconProps,
  IconRoute,
  IconLock,
  IconShieldCheck,
  IconShieldLock,
  IconTimeline,
  IconUserCheck,
  IconUsers,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { anyRuleMaker } from "../../shared/approvals/approval-rules.contract";
import type { Permission } from "../../shared/kernel/permissions";
import type { PlanFeature } from "../../shared/kernel/plan-features";
import type { MessageId } from "../platform/intl/catalogues";
import { families, requestFamilies } from "../../shared/requests/families";
import { paths } from "../platform/paths";
import { clientFamilies } from "../requests/families";

export interface MenuItem {
  label: MessageId;
  icon?: ComponentType<IconProps>;
  to: string;
  permission?: Permission | readonly Permission[];
  /** Without it in the plan, a click opens the plans. */
  feature?: PlanFeature;
}

export interface MenuGroup {
  label: MessageId;
  icon: ComponentType<IconProps>;
  items: readonly MenuItem[];
}

export type MenuEntry = MenuItem | MenuGroup;

/** Families' lists. */
const requestsIn = (cluster: "work" | "apart"): MenuItem[] =>
  requestFamilies.flatMap((code) => {
    const { menu: entry, routes } = clientFamilies[code];
    if (entry.cluster !== cluster) return [];
    const { feature, permissions } = families[code];
    return [{ label: entry.label, icon: entry.icon, to: routes[0].path, permission: permissions.list, feature }];
  });

/**
 * The side menu in the specification's order (section 2), in clusters that stand a little apart. An entry is added
 * together with its screen. The inbox is there for those who have one (`useHasInbox`).
 */
export const menu: readonly (readonly MenuEntry[])[] = [
  [
    { label: "menu.dashboard", icon: IconHome, to: paths.dashboard },
    { label: "menu.inbox", icon: IconInbox, to: paths.inbox },
  ],
  [
    { label: "menu.projects", icon: IconLayoutKanban, to: paths.projects, permission: "project-list" },
    { label: "menu.myWork", icon: IconUserCheck, to: paths.myWork },
    { label: "menu.timeTracking", icon: IconClock, to: paths.timeTracking, permission: "time-tracking-list" },
    { label: "menu.timeline", icon: IconTimeline, to: paths.timeline },
  ],
  [
    ...requestsIn("work"),
    { label: "menu.approvalRules", icon: IconRoute, to: paths.approvalSettings, permission: anyRuleMaker },
    { label: "menu.signInRules", icon: IconLock, to: paths.signInRules, permission: ["tenant-edit", "user-edit"] },
    { label: "menu.securityLog", icon: IconShieldLock, to: paths.securityLog, permission: "audit-list" },
  ],
  // Employees, clients, subscriptions.
  [
    {
      label: "menu.employees",
      icon: IconUsers,
      to: paths.employees,
      permission: ["user-list", "employee-list"],
    },
  ],
  [
    {
      label: "menu.organization",
      icon: IconAdjustmentsHorizontal,
      items: [
        { label: "menu.departments", to: paths.departments, permission: "department-list" },
        { label: "menu.groups", to: paths.groups, permission: "group-list" },
        { label: "menu.positions", to: paths.positions, permission: "position-list" },
      ],
    },
  ],
  requestsIn("apart"),
  // Organization chart, roles and permissions.
  [{ label: "menu.roles", icon: IconShieldCheck, to: paths.roles, permission: "role-list" }],
];

export const isGroup = (entry: MenuEntry): entry is MenuGroup => "items" in entry;

type Can = (permission: Permission | readonly Permission[]) => boolean;

/** Only what the role allows; a group shows when at least one of its items does. */
export function visibleMenu(clusters: readonly (readonly MenuEntry[])[], can: Can): MenuEntry[][] {
  const allowed = (item: MenuItem) => item.permission === undefined || can(item.permission);
  return clusters
    .map((entries) =>
      entries.flatMap((entry): MenuEntry[] => {
        if (!isGroup(entry)) return allowed(entry) ? [entry] : [];
        const items = entry.items.filter(allowed);
        return items.length > 0 ? [{ ...entry, items }] : [];
      }),
    )
    .filter((entries) => entries.length > 0);
}
