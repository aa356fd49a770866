import type { RequestFamily } from "../../shared/requests/families";
import { requestPath } from "../../shared/requests/request-paths.rules";

/** Every address of the client; nothing else spells one out. */
export const paths = {
  home: "/",
  login: "/login",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  confirmRegistration: "/confirm-registration",
  logout: "/logout",
  dashboard: "/dashboard",
  inbox: "/approvals",
  /** A request on a page of its own, with what its requester may do. */
  request: (family: RequestFamily, id: number | string) => requestPath({ family, id }),
  requestPrint: (family: string, id: number | string) => `/approvals/print/${family}/${id}`,
  delegation: "/profile/delegate-access",
  forms: "/forms/list",
  form: (mode: string, id?: number | string) => `/forms/${mode}${id === undefined ? "" : `/${id}`}`,
  security: "/profile/security",
  setUpFactor: "/auth/second-factor",
  /** Where the organisation's issuer leads back to. */
  signOn: "/auth/sign-on",
  signInRules: "/settings/sign-in",
  securityLog: "/settings/security-log",
  approvalSettings: "/settings/approvals",
  leaves: "/leaves/list",
  leave: (mode: string, id?: number | string) => `/leaves/${mode}${id === undefined ? "" : `/${id}`}`,
  /** A new request that begins on a day. */
  leaveFrom: (day: string) => `/leaves/create?day=${day}`,
  leaveTab: (tab: string) => `/leaves/list?tab=${tab}`,
  leaveType: (mode: string, id?: number | string) => `/leaves-type/${mode}${id === undefined ? "" : `/${id}`}`,
  invoices: "/invoices/list",
  invoiceArchive: "/invoices/archive",
  invoiceSettings: "/invoices/settings",
  invoice: (mode: string, id?: number | string) => `/invoices/${mode}${id === undefined ? "" : `/${id}`}`,
  departments: "/departments",
  department: (id: number | string) => `/departments/${id}/view`,
  positions: "/positions",
  groups: "/groups",
  roles: "/role-permission",
  employees: "/employees",
  employee: (mode: string, id?: number | string) => `/employees/${mode}${id === undefined ? "" : `/${id}`}`,
  employeeView: (id: number | string) => `/employee/${id}/view`,
  promotion: (mode: string, id?: number | string) => `/employees/promotion/${mode}${id === undefined ? "" : `/${id}`}`,
  termination: (mode: string, id?: number | string) =>
    `/employees/terminate/${mode}${id === undefined ? "" : `/${id}`}`,
  projects: "/projects",
  myWork: "/my-work",
  projectCreate: "/projects/create",
  projectEdit: (id: number | string) => `/projects/${id}/edit`,
  projectView: (id: number | string) => `/projects/${id}/view`,
  board: (projectId: number | string) => `/projects/${projectId}/tasks`,
  taskList: (projectId: number | string) => `/projects/${projectId}/tasks-list`,
  projectTimeline: (projectId: number | string) => `/projects/${projectId}/timeline`,
  timeline: "/timeline",
  archivedTasks: (projectId: number | string) => `/projects/${projectId}/archived`,
  /** A task as a page of its own. */
  task: (id: number | string) => `/project/tasks-details/${id}`,
  /** A task as the panel over its board. */
  taskPanel: (id: number | string) => `/project/tasks-details-new/${id}`,
  /** A task, in the layout that whoever follows the link has chosen: for links that are given to others. */
  anyTask: (id: number | string) => `/t/${id}`,
  comment: (taskId: number, id: number) => `/t/${taskId}?comment=${id}`,
  /** The task's panel over its board. */
  taskOnBoard: (projectId: number | string, taskId: number | string) => `/projects/${projectId}/tasks?task=${taskId}`,
  timeTracking: "/time-tracking",
  notifications: "/profile/notifications",
  notificationSettings: "/profile/notifications/settings",
  unsubscribe: "/notification/unsubscribe",
  maintenance: "/pages/maintenance",
  badRequest: "/auth/400",
  notFound: "/auth/404",
  /** Where a screen leads that the role doesn't open; any unknown path would do. */
  noSuchPage: "/404",
  serverError: "/auth/500",
  tenantInactive: "/auth/inactive",
  planExpired: "/auth/expirePlan",
} as const;
