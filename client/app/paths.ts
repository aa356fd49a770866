/** Every address of the client; nothing else spells one out. */
export const paths = {
  home: "/",
  login: "/login",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  logout: "/logout",
  dashboard: "/dashboard",
  inbox: "/approvals",
  leaves: "/leaves/list",
  leave: (mode: string, id?: number | string) => `/leaves/${mode}${id === undefined ? "" : `/${id}`}`,
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
