import type { Page } from "@playwright/test";
import type { MessageId } from "../../../client/platform/intl/catalogues";
import type { Permission } from "../../../shared/kernel/permissions";
import { listNews } from "../../../shared/news/news.contract";
import { readBoard } from "../../../shared/tasks/tasks.contract";
import { richProject } from "./demo";
import type { Person } from "./people";

export interface Screen {
  path: string;
  title: MessageId;
  /** Who lacks it is led to /404; of several, one will do. */
  permission?: Permission | readonly Permission[];
}

/** Records of the demo that addresses name. */
export interface Known {
  project: number;
  task: number;
  article: number;
}

export async function knownOf(person: Person): Promise<Known> {
  const { id: project } = await richProject(person);
  const [{ data: columns }, { data: news }] = await Promise.all([
    person.api.call(readBoard, { params: { id: project } }),
    person.api.call(listNews),
  ]);
  return { project, task: columns[0]?.tasks[0]?.id as number, article: news[0]?.id as number };
}

/** The specification's routes for everybody (section 2); what isn't a screen of its own leads on. */
export const publicScreens: readonly Screen[] = [
  { path: "/login", title: "title.login" },
  { path: "/forgot-password", title: "title.forgotPassword" },
  { path: "/reset-password?token=none&email=nobody@acme.test", title: "title.resetPassword" },
  { path: "/reset-password", title: "title.forgotPassword" },
  { path: "/", title: "title.login" },
  { path: "/pages/maintenance", title: "title.maintenance" },
  { path: "/auth/400", title: "title.badRequest" },
  { path: "/auth/500", title: "title.serverError" },
  { path: "/auth/404", title: "title.notFound" },
  { path: "/auth/inactive", title: "title.tenantInactive" },
  { path: "/auth/expirePlan", title: "title.planExpired" },
  { path: "/invitation?token=none", title: "title.invitation" },
  { path: "/subscriptions/success-payment", title: "title.paymentSucceeded" },
  { path: "/subscriptions/failed-payment", title: "title.paymentFailed" },
];

/** The specification's routes for who is signed in (section 2), in its order, with its permissions. */
export const signedInScreens = ({ project, task, article }: Known): readonly Screen[] => [
  { path: "/dashboard", title: "title.dashboard" },
  { path: "/role-permission", title: "title.roles", permission: "role-list" },
  { path: "/settings/audit", title: "title.auditList", permission: "audit-list" },
  { path: "/settings/onboarding", title: "title.onboarding", permission: "user-edit" },
  { path: "/clients", title: "title.clients", permission: "client-list" },
  { path: "/departments", title: "title.departments", permission: "department-list" },
  { path: "/departments/4/view", title: "title.department", permission: ["department-view", "department-edit"] },
  { path: "/positions", title: "title.positions", permission: "position-list" },
  { path: "/employees", title: "title.employees", permission: ["user-list", "employee-list"] },
  { path: "/employees/import", title: "title.peopleImport", permission: "user-create" },
  { path: "/employees/create", title: "title.employeeNew" },
  { path: "/employees/view/5", title: "title.employee" },
  { path: "/employees/edit/5", title: "title.employeeEdit" },
  { path: "/employees/terminate/create/5", title: "title.termination", permission: "user-edit" },
  { path: "/employees/promotion/create/5", title: "title.promotion", permission: "user-edit" },
  { path: "/employee/5/view", title: "title.employee", permission: "user-view" },
  { path: "/timeline", title: "title.timeline" },
  { path: "/profile", title: "title.profile" },
  { path: "/profile/overview", title: "title.profile" },
  { path: "/profile/performance", title: "title.profile" },
  { path: "/profile/editProfile", title: "title.profile" },
  { path: "/profile/data", title: "title.profile" },
  { path: "/profile/notifications", title: "title.notifications" },
  { path: "/profile/notifications/settings", title: "title.notificationSettings" },
  { path: "/projects", title: "title.projects", permission: "project-list" },
  { path: "/projects/create", title: "title.projectCreate", permission: "project-create" },
  { path: `/projects/${project}/edit`, title: "title.projectEdit" },
  { path: `/projects/${project}/view`, title: "title.projectView", permission: "project-view" },
  { path: `/projects/${project}/tasks`, title: "title.board" },
  { path: `/projects/${project}/tasks-list`, title: "title.taskList" },
  { path: `/project/tasks-details/${task}`, title: "title.task" },
  // As the panel over its board.
  { path: `/project/tasks-details-new/${task}`, title: "title.board" },
  { path: "/invoices/list", title: "title.finance", permission: "payment-list" },
  { path: "/invoices/archive", title: "title.financeArchive", permission: "payment-list" },
  { path: "/invoices/settings", title: "title.financeSettings", permission: "payment-settings" },
  { path: "/invoices/create", title: "title.financeNew", permission: "payment-list" },
  { path: "/analytics/user", title: "title.analyticsUser" },
  { path: "/analytics/user/5", title: "title.analyticsUser" },
  { path: "/analytics/project", title: "title.analyticsProject", permission: "analytics-project-list" },
  { path: `/analytics/project/${project}`, title: "title.analyticsProject", permission: "analytics-project-list" },
  { path: "/analytics/task", title: "title.analyticsTask", permission: "analytics-task-list" },
  { path: `/analytics/task/${task}`, title: "title.analyticsTask", permission: "analytics-task-list" },
  { path: "/analytics/department", title: "title.analyticsDepartment", permission: "analytics-department-list" },
  { path: "/bookings/list", title: "title.bookingRequests" },
  { path: "/forms/list", title: "title.forms" },
  { path: "/forms/create", title: "title.formNew" },
  { path: "/leaves/list", title: "title.leave" },
  { path: "/leaves/create", title: "title.leaveNew" },
  { path: "/leaves-type/create", title: "title.leaveTypeNew" },
  { path: "/subscriptions", title: "title.subscriptions", permission: "subscription-list-request" },
  { path: "/time-tracking", title: "title.timeTracking", permission: "time-tracking-list" },
  { path: "/organization-chart", title: "title.orgChart", permission: "organization-chart-view" },
  { path: "/car-reservation", title: "title.carReservation", permission: "reservation-list" },
  { path: "/reservation-report", title: "title.bookingReport", permission: "reservation-approve" },
  { path: "/driver-reservation", title: "title.trips", permission: "reservation-list" },
  { path: "/driver/list", title: "title.drivers", permission: "driver-list" },
  { path: "/driver/create", title: "title.drivers", permission: "driver-list" },
  { path: "/room", title: "title.rooms", permission: "room-list" },
  { path: "/room/building", title: "title.buildings", permission: "building-list" },
  { path: "/room/floor", title: "title.floors", permission: "building-view" },
  { path: "/equipment-reservation", title: "title.equipmentReservation", permission: "reservation-list" },
  { path: "/room-reservation", title: "title.roomReservation", permission: "reservation-list" },
  { path: "/groups", title: "title.groups", permission: "group-list" },
  { path: "/room/equipment", title: "title.equipments", permission: "room-list" },
  { path: "/cars", title: "title.cars", permission: "car-list" },
  { path: "/news-section", title: "title.news", permission: "news-view" },
  { path: `/news-section/${article}`, title: "title.newsArticle", permission: "news-view" },
];

/** Goes there as a link does, without loading everything again. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, path);
}

/**
 * Opens a screen, by following a link to it where that shows another screen: the product is loaded once for all of them.
 * Within one section the screen may stay and show something else, which can't be waited for here: that is loaded anew.
 */
export async function open(page: Page, path: string): Promise<void> {
  const sectionOf = (address: string) => new URL(address, "http://any").pathname.split("/")[1];
  const here = page.url();
  if (!here.startsWith("http") || sectionOf(here) === sectionOf(path)) {
    await page.goto(path);
    return;
  }
  const before = await page.getByRole("heading", { level: 1 }).first().elementHandle();
  await follow(page, path);
  await before?.waitForElementState("hidden");
}
