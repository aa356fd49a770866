import type { Permission } from "../../../shared/kernel/access";
import type { Page } from "@playwright/test";
import { pages } from "../../../client/app/pages";
import type { MessageId } from "../../../client/platform/intl/catalogues";
import { listNews } from "../../../shared/communication/news/news.contract";
import { readBoard } from "../../../shared/work/tasks/tasks.contract";
import { idlePath } from "./browser-pool";
import { findRichestProject } from "./demo";
import type { Person } from "./people";

export interface Screen {
  path: string;
  title: MessageId;
  /** Required permission, or one of several; users without it are redirected to /404. */
  permission?: Permission | readonly Permission[];
}

export interface ScreenRecords {
  project: number;
  task: number;
  article: number;
}

export async function screenRecordsOf(person: Person): Promise<ScreenRecords> {
  const { id: project } = await findRichestProject(person);
  const [{ data: columns }, { data: news }] = await Promise.all([
    person.api.call(readBoard, { params: { id: project } }),
    person.api.call(listNews),
  ]);
  return { project, task: columns[0]?.tasks[0]?.id as number, article: news[0]?.id as number };
}

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

/** Pages from the features' manifests, and examples of pages with parameters. */
export const signedInScreens = ({ project, task, article }: ScreenRecords): readonly Screen[] => [
  ...pages.flatMap(({ path, title, permission, layout = "menu" }) =>
    typeof title === "string" && !path.includes(":") && ["menu", "news"].includes(layout)
      ? { path, title, ...(permission && { permission }) }
      : [],
  ),
  { path: "/departments/4/view", title: "title.department", permission: ["department-view", "department-edit"] },
  { path: "/employees/create", title: "title.employeeNew" },
  { path: "/employees/view/5", title: "title.employee" },
  { path: "/employees/edit/5", title: "title.employeeEdit" },
  { path: "/employees/terminate/create/5", title: "title.termination", permission: "user-edit" },
  { path: "/employees/promotion/create/5", title: "title.promotion", permission: "user-edit" },
  { path: "/employee/5/view", title: "title.employee", permission: "user-view" },
  { path: "/profile", title: "title.profile" },
  { path: "/profile/overview", title: "title.profile" },
  { path: "/profile/performance", title: "title.profile" },
  { path: "/profile/editProfile", title: "title.profile" },
  { path: "/profile/data", title: "title.profile" },
  { path: "/projects/deleted", title: "title.deletedProjects", permission: "project-list" },
  { path: `/projects/${project}/edit`, title: "title.projectEdit" },
  { path: `/projects/${project}/view`, title: "title.projectView", permission: "project-view" },
  { path: `/projects/${project}/tasks`, title: "title.board" },
  { path: `/projects/${project}/bin`, title: "title.bin", permission: "project-view" },
  { path: `/projects/${project}/series`, title: "title.projectSeries", permission: "project-view" },
  { path: `/projects/${project}/export`, title: "title.projectExport", permission: "project-view" },
  { path: `/projects/${project}/tasks-list`, title: "title.taskList" },
  { path: `/projects/${project}/timeline`, title: "title.projectTimeline" },
  { path: `/projects/${project}/calendar`, title: "title.projectCalendar" },
  { path: `/project/tasks-details/${task}`, title: "title.task" },
  // Opens as a panel over the board.
  { path: `/project/tasks-details-new/${task}`, title: "title.board" },
  { path: "/invoices/create", title: "title.financeNew", permission: "payment-list" },
  { path: "/analytics/user", title: "title.analyticsUser" },
  { path: "/analytics/user/5", title: "title.analyticsUser" },
  { path: "/analytics/project", title: "title.analyticsProject", permission: "analytics-project-list" },
  { path: `/analytics/project/${project}`, title: "title.analyticsProject", permission: "analytics-project-list" },
  { path: "/analytics/task", title: "title.analyticsTask", permission: "analytics-task-list" },
  { path: `/analytics/task/${task}`, title: "title.analyticsTask", permission: "analytics-task-list" },
  { path: "/forms/create", title: "title.formNew" },
  { path: "/leaves/create", title: "title.leaveNew" },
  { path: "/leaves-type/create", title: "title.leaveTypeNew" },
  { path: "/driver/list", title: "title.drivers", permission: "driver-list" },
  { path: "/driver/create", title: "title.drivers", permission: "driver-list" },
  { path: `/news-section/${article}`, title: "title.newsArticle", permission: "news-view" },
];

export async function navigateTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, path);
}

/**
 * Opens a path by client-side navigation if it is in another section. Within a section the change can't be detected, so the page is
 * reloaded.
 */
export async function openScreen(page: Page, path: string): Promise<void> {
  const sectionOf = (address: string) => new URL(address, "http://any").pathname.split("/")[1];
  const currentUrl = page.url();
  const isBlank = !currentUrl.startsWith("http") || currentUrl.endsWith(idlePath);
  if (isBlank || sectionOf(currentUrl) === sectionOf(path)) {
    await page.goto(path);
    return;
  }
  const before = await page.getByRole("heading", { level: 1 }).first().elementHandle();
  await navigateTo(page, path);
  await before?.waitForElementState("hidden");
}
