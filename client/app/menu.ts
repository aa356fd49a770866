import {
  IconAdjustmentsHorizontal,
  IconBuilding,
  IconCalendarEvent,
  IconChartDots3,
  IconBuildingStore,
  IconClock,
  IconCreditCard,
  IconInbox,
  IconHome,
  IconLayoutKanban,
  IconNews,
  type IconProps,
  IconRoute,
  IconLock,
  IconShieldCheck,
  IconShieldLock,
  IconSitemap,
  IconTimeline,
  IconUserCheck,
  IconUsers,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { anyRuleMaker } from "../../shared/approvals/rule-makers.rules";
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
    if (entry?.cluster !== cluster) return [];
    const { feature, permissions } = families[code];
    const item = { label: entry.label, icon: entry.icon, to: routes[0].path, permission: permissions.list };
    return [feature === null ? item : { ...item, feature }];
  });

/** What can be looked at, each with its permission. */
const analyticsItems: readonly MenuItem[] = (
  [
    ["menu.analyticsUser", paths.analyticsUser(), "analytics-user-list"],
    ["menu.analyticsTask", paths.analyticsTask(), "analytics-task-list"],
    ["menu.analyticsProject", paths.analyticsProject(), "analytics-project-list"],
    ["menu.analyticsDepartment", paths.analyticsDepartment, "analytics-department-list"],
  ] as const
).map(([label, to, permission]) => ({ label, to, permission, feature: "analytics" as const }));

/**
 * The side menu in the specification's order (section 2), in clusters that stand a little apart. An entry is added
 * together with its screen. The inbox is there for those who have one (`useHasInbox`).
 */
export const menu: readonly (readonly MenuEntry[])[] = [
  [
    { label: "menu.dashboard", icon: IconHome, to: paths.dashboard },
    { label: "menu.inbox", icon: IconInbox, to: paths.inbox },
    { label: "menu.news", icon: IconNews, to: paths.news, permission: "news-view", feature: "news" },
  ],
  [
    { label: "menu.projects", icon: IconLayoutKanban, to: paths.projects, permission: "project-list" },
    { label: "menu.myWork", icon: IconUserCheck, to: paths.myWork },
    { label: "menu.timeTracking", icon: IconClock, to: paths.timeTracking, permission: "time-tracking-list" },
    { label: "menu.timeline", icon: IconTimeline, to: paths.timeline },
  ],
  [
    ...requestsIn("work"),
    {
      label: "menu.booking",
      icon: IconCalendarEvent,
      items: [
        { label: "menu.roomReservation", to: paths.roomReservation, permission: "reservation-list" },
        { label: "menu.carReservation", to: paths.carReservation, permission: "reservation-list" },
        { label: "menu.equipmentReservation", to: paths.equipmentReservation, permission: "reservation-list" },
        { label: "menu.bookingRequests", to: paths.bookings, permission: "reservation-list" },
        { label: "menu.bookingReport", to: paths.bookingReport, permission: "reservation-approve" },
      ],
    },
    { label: "menu.approvalRules", icon: IconRoute, to: paths.approvalSettings, permission: anyRuleMaker },
    { label: "menu.signInRules", icon: IconLock, to: paths.signInRules, permission: ["tenant-edit", "user-edit"] },
    { label: "menu.auditList", icon: IconShieldLock, to: paths.auditList, permission: "audit-list" },
  ],
  // Employees, clients, subscriptions.
  [
    {
      label: "menu.employees",
      icon: IconUsers,
      to: paths.employees,
      permission: ["user-list", "employee-list"],
    },
    { label: "menu.clients", icon: IconBuildingStore, to: paths.clients, permission: "client-list" },
    {
      label: "menu.subscriptions",
      icon: IconCreditCard,
      to: paths.subscriptions,
      permission: "subscription-list-request",
    },
  ],
  // What is set up, and what is looked into.
  [
    {
      label: "menu.organization",
      icon: IconAdjustmentsHorizontal,
      items: [
        { label: "menu.tenantSettings", to: paths.tenantSettings, permission: "tenant-edit" },
        { label: "menu.departments", to: paths.departments, permission: "department-list" },
        { label: "menu.groups", to: paths.groups, permission: "group-list" },
        { label: "menu.positions", to: paths.positions, permission: "position-list" },
        { label: "menu.onboarding", to: paths.onboarding, permission: "user-edit" },
      ],
    },
    ...requestsIn("apart"),
    {
      label: "menu.reservationSettings",
      icon: IconBuilding,
      items: [
        { label: "menu.rooms", to: paths.rooms, permission: "room-list" },
        { label: "menu.equipment", to: paths.equipment, permission: "room-list" },
        { label: "menu.cars", to: paths.cars, permission: "car-list" },
        { label: "menu.buildings", to: paths.buildings, permission: "building-list" },
        { label: "menu.floors", to: paths.floors, permission: "building-view" },
        { label: "menu.trips", to: paths.driverReservation, permission: "reservation-list" },
        { label: "menu.drivers", to: paths.driver("list"), permission: "driver-list" },
      ],
    },
    { label: "menu.analytics", icon: IconChartDots3, items: analyticsItems },
  ],
  // Organization chart, roles and permissions.
  [
    { label: "menu.orgChart", icon: IconSitemap, to: paths.orgChart, permission: "organization-chart-view" },
    { label: "menu.roles", icon: IconShieldCheck, to: paths.roles, permission: "role-list" },
  ],
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
