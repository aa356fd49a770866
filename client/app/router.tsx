import { createBrowserRouter, Outlet, type RouteObject } from "react-router-dom";
import { anyRuleMaker } from "../../shared/approvals/rule-makers.rules";
import { Home } from "./guards";
import { lazyComponent, lazyScreen } from "../ui/states/chunks";
import { Root, type RouteHandle } from "./Root";
import { RouteError } from "./RouteError";
import { paths } from "../platform/paths";
import { clientFamilies } from "../requests/families";
import { withFamilies } from "../requests/family-screens";
import { firstPasswordRoute, peopleRoutes } from "./routes/people-routes";
import { bookingRoutes } from "./routes/booking-routes";
import { analyticsRoutes } from "./routes/analytics-routes";
import { organisationRoutes } from "./routes/organisation-routes";
import { placeRoutes } from "./routes/place-routes";
import { newsRoutes } from "./routes/news-routes";
import { paymentRoutes, subscriptionRoutes } from "./routes/subscription-routes";
import { securityRoutes, setUpFactorRoute } from "./routes/security-routes";

const handle = (of: RouteHandle) => of;
const taskScreen = handle({ title: "title.task", keyed: true });

const tasks = () => import("../tasks/tasks.pages");
const taskLinks = () => import("../tasks/detail/TaskLayoutPages");
const timeline = () => import("../timeline/timeline.pages");
const projects = () => import("../projects/projects.pages");
const myWork = () => import("../my-work/my-work.pages");
const notifications = () => import("../notifications/notifications.pages");
const notificationSettings = () => import("../notifications/settings/settings.pages");
const unsubscribe = () => import("../notifications/unsubscribe.pages");
const dashboard = () => import("../dashboard/dashboard.pages");
const sessionPages = () => import("../session/session.pages");
const time = () => import("../time/time.pages");
const approvalSettings = () => import("../approvals/settings.pages");
const inbox = withFamilies(() => import("../inbox/inbox.pages"));
const printedRequest = withFamilies(() => import("../inbox/print.pages"));
const delegation = () => import("../delegation/delegation.pages");
const errors = () => import("../errors/errors.pages");

export const signedIn: RouteObject[] = [
  { path: paths.dashboard, handle: handle({ title: "title.dashboard" }), lazy: lazyScreen(dashboard, "DashboardPage") },
  {
    path: paths.approvalSettings,
    handle: handle({ title: "title.approvalSettings", permission: anyRuleMaker }),
    lazy: lazyScreen(approvalSettings, "ApprovalSettingsPage"),
  },
  ...securityRoutes,
  ...bookingRoutes,
  ...organisationRoutes,
  ...placeRoutes,
  ...analyticsRoutes,
  { path: paths.inbox, handle: handle({ title: "title.inbox" }), lazy: lazyScreen(inbox, "InboxPage") },
  {
    path: paths.delegation,
    handle: handle({ title: "title.delegation" }),
    lazy: lazyScreen(delegation, "DelegationPage"),
  },
  ...Object.values(clientFamilies)
    .flatMap(({ routes }) => routes)
    .map(({ path, title, permission, screen }) => ({
      path,
      handle: handle({ title, permission }),
      lazy: lazyComponent(screen),
    })),
  ...peopleRoutes,
  {
    path: paths.projects,
    handle: handle({ title: "title.projects", permission: "project-list" }),
    lazy: lazyScreen(projects, "ProjectsPage"),
  },
  {
    path: paths.demoTodos,
    handle: handle({ title: "title.demoTodos" }),
    lazy: lazyScreen(() => import("../demo-todos/demo-todos.pages"), "DemoTodosPage"),
  },
  { path: paths.myWork, handle: handle({ title: "title.myWork" }), lazy: lazyScreen(myWork, "MyWorkPage") },
  {
    path: paths.projectCreate,
    handle: handle({ title: "title.projectCreate", permission: "project-create" }),
    lazy: lazyScreen(projects, "ProjectCreatePage"),
  },
  {
    // Who may edit a project is decided per project; the server says so.
    path: paths.projectEdit(":id"),
    handle: handle({ title: "title.projectEdit" }),
    lazy: lazyScreen(projects, "ProjectEditPage"),
  },
  {
    path: paths.projectView(":id"),
    handle: handle({ title: "title.projectView", permission: "project-view" }),
    lazy: lazyScreen(projects, "ProjectViewPage"),
  },
  {
    lazy: lazyScreen(tasks, "ProjectTasks"),
    children: [
      { path: paths.board(":id"), handle: handle({ title: "title.board" }), lazy: lazyScreen(tasks, "BoardPage") },
      {
        path: paths.taskList(":id"),
        handle: handle({ title: "title.taskList" }),
        lazy: lazyScreen(tasks, "TaskListPage"),
      },
      {
        path: paths.projectTimeline(":id"),
        handle: handle({ title: "title.projectTimeline" }),
        lazy: lazyScreen(timeline, "ProjectTimelinePage"),
      },
    ],
  },
  {
    path: paths.archivedTasks(":id"),
    handle: handle({ title: "title.archivedTasks" }),
    lazy: lazyScreen(tasks, "ArchivedTasksPage"),
  },
  { path: paths.task(":id"), handle: taskScreen, lazy: lazyScreen(tasks, "TaskPage") },
  { path: paths.taskPanel(":id"), handle: taskScreen, lazy: lazyScreen(taskLinks, "TaskPanelPage") },
  { path: paths.anyTask(":id"), handle: taskScreen, lazy: lazyScreen(taskLinks, "AnyTaskPage") },
  {
    path: paths.timeTracking,
    handle: handle({ title: "title.timeTracking", permission: "time-tracking-list" }),
    lazy: lazyScreen(time, "TimeTrackingPage"),
  },
  ...subscriptionRoutes,
  { path: paths.timeline, handle: handle({ title: "title.timeline" }), lazy: lazyScreen(timeline, "TimelinePage") },
  {
    path: paths.notifications,
    handle: handle({ title: "title.notifications" }),
    lazy: lazyScreen(notifications, "NotificationsPage"),
  },
  {
    path: paths.notificationSettings,
    handle: handle({ title: "title.notificationSettings" }),
    lazy: lazyScreen(notificationSettings, "NotificationSettingsPage"),
  },
];

export const blank: RouteObject[] = [
  setUpFactorRoute,
  firstPasswordRoute,
  { path: paths.home, Component: Home },
  ...(
    [
      [paths.login, "title.login", "LoginPage"],
      [paths.forgotPassword, "title.forgotPassword", "ForgotPasswordPage"],
      [paths.resetPassword, "title.resetPassword", "ResetPasswordPage"],
      [paths.confirmRegistration, "title.confirmRegistration", "ConfirmRegistrationPage"],
      [paths.signOn, "title.signOn", "SignOnPage"],
    ] as const
  ).map(([path, title, page]) => ({ path, handle: handle({ title }), lazy: lazyScreen(sessionPages, page) })),
  {
    path: paths.unsubscribe,
    handle: handle({ title: "title.unsubscribe" }),
    lazy: lazyScreen(unsubscribe, "UnsubscribePage"),
  },
  {
    path: paths.invitation,
    handle: handle({ title: "title.invitation" }),
    lazy: lazyScreen(() => import("../bookings/invitation/invitation.pages"), "InvitationPage"),
  },
  {
    path: paths.requestPrint(":family", ":id"),
    handle: handle({ title: "title.requestPrint" }),
    lazy: lazyScreen(printedRequest, "PrintRequestPage"),
  },
  {
    path: paths.door(":id"),
    handle: handle({ title: "title.door" }),
    lazy: lazyScreen(() => import("../bookings/door/door.pages"), "DoorPage"),
  },
  { path: paths.logout, handle: handle({ title: "title.logout" }), lazy: lazyScreen(sessionPages, "LogoutPage") },
  ...paymentRoutes,
  {
    path: paths.maintenance,
    handle: handle({ title: "title.maintenance" }),
    lazy: lazyScreen(errors, "MaintenancePage"),
  },
];

/** For everybody, below the menu of those who are signed in. */
export const open: RouteObject[] = [
  { path: paths.badRequest, handle: handle({ title: "title.badRequest" }), lazy: lazyScreen(errors, "BadRequestPage") },
  {
    path: paths.serverError,
    handle: handle({ title: "title.serverError" }),
    lazy: lazyScreen(errors, "ServerErrorPage"),
  },
  {
    path: paths.tenantInactive,
    handle: handle({ title: "title.tenantInactive" }),
    lazy: lazyScreen(errors, "TenantInactivePage"),
  },
  { path: paths.notFound, handle: handle({ title: "title.notFound" }), lazy: lazyScreen(errors, "NotFoundPage") },
  { path: "*", handle: handle({ title: "title.notFound" }), lazy: lazyScreen(errors, "NotFoundPage") },
];

const nothingYet = () => null;

/** Error boundaries stand below the layouts, so that a broken screen leaves the menu in place. */
const guarded = (routes: RouteObject[]): RouteObject => ({
  Component: Outlet,
  ErrorBoundary: RouteError,
  children: routes,
});

export const createRouter = () =>
  createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RouteError,
      HydrateFallback: nothingYet,
      children: [
        { lazy: lazyScreen(() => import("./AdminLayout"), "AdminLayout"), children: [guarded(signedIn)] },
        { lazy: lazyScreen(() => import("./NewsLayout"), "NewsLayout"), children: [guarded(newsRoutes)] },
        guarded(blank),
        { lazy: lazyScreen(() => import("./AdminLayout"), "OpenLayout"), children: [guarded(open)] },
      ],
    },
  ]);
