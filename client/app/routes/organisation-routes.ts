import type { RouteObject } from "react-router-dom";
import { paths } from "../../platform/paths";
import { lazyScreen } from "../../ui/states/chunks";
import type { RouteHandle } from "../Root";

const handle = (of: RouteHandle) => of;
const departments = () => import("../../departments/departments.pages");
const department = () => import("../../departments/DepartmentView");
const roles = () => import("../../roles/roles.pages");
const orgChart = () => import("../../org-chart/org-chart.pages");
const clients = () => import("../../clients/clients.pages");
const tenant = () => import("../../tenants/tenants.pages");
const groups = () => import("../../groups/groups.pages");
const positions = () => import("../../positions/positions.pages");

/** How the organisation is made up, and who may do what in it. */
export const organisationRoutes: RouteObject[] = [
  {
    path: paths.tenantSettings,
    handle: handle({ title: "title.tenantSettings", permission: "tenant-edit" }),
    lazy: lazyScreen(tenant, "TenantSettingsPage"),
  },
  {
    path: paths.departments,
    handle: handle({ title: "title.departments", permission: "department-list" }),
    lazy: lazyScreen(departments, "DepartmentsPage"),
  },
  {
    path: paths.department(":id"),
    handle: handle({ title: "title.department", permission: ["department-view", "department-edit"] }),
    lazy: lazyScreen(department, "DepartmentViewPage"),
  },
  {
    path: paths.positions,
    handle: handle({ title: "title.positions", permission: "position-list" }),
    lazy: lazyScreen(positions, "PositionsPage"),
  },
  {
    path: paths.clients,
    handle: handle({ title: "title.clients", permission: "client-list" }),
    lazy: lazyScreen(clients, "ClientsPage"),
  },
  {
    path: paths.groups,
    handle: handle({ title: "title.groups", permission: "group-list" }),
    lazy: lazyScreen(groups, "GroupsPage"),
  },
  {
    path: paths.orgChart,
    handle: handle({ title: "title.orgChart", permission: "organization-chart-view" }),
    lazy: lazyScreen(orgChart, "OrgChartPage"),
  },
  {
    path: paths.roles,
    handle: handle({ title: "title.roles", permission: "role-list" }),
    lazy: lazyScreen(roles, "RolesPage"),
  },
];
