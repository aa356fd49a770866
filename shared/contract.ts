import * as activity from "./activity/activity.contract";
import * as projectAnalytics from "./analytics/project-analytics.contract";
import * as taskAnalytics from "./analytics/task-analytics.contract";
import * as departmentAnalytics from "./analytics/department-analytics.contract";
import * as userAnalytics from "./analytics/user-analytics.contract";
import * as employmentEntry from "./employment/entry.contract";
import * as analyticsReports from "./analytics/reports.contract";
import * as attachments from "./attachments/attachments.contract";
import * as approvals from "./approvals/approvals.contract";
import * as approvalRules from "./approvals/approval-rules.contract";
import * as departments from "./departments/departments.contract";
import * as demoTodos from "./demo-todos/demo-todos.contract";
import * as delegation from "./approvals/delegation.contract";
import * as handOver from "./approvals/hand-over.contract";
import * as requestRoute from "./approvals/request-route.contract";
import * as requestTalk from "./approvals/request-talk.contract";
import * as attendance from "./bookings/attendance.contract";
import * as audit from "./audit/audit.contract";
import * as auditChanges from "./audit/audit-changes.contract";
import * as securityLog from "./audit/security-log.contract";
import * as clients from "./clients/clients.contract";
import * as bookingGrid from "./bookings/grid.contract";
import * as door from "./bookings/door.contract";
import * as finding from "./bookings/finding.contract";
import * as guests from "./bookings/guests.contract";
import * as peopleFree from "./bookings/people-free.contract";
import * as bookingReports from "./booking-reports/booking-reports.contract";
import * as bookings from "./bookings/bookings.contract";
import * as comments from "./comments/comments.contract";
import * as employment from "./employment/employment.contract";
import * as dashboard from "./dashboard/dashboard.contract";
import * as exports from "./exports/exports.contract";
import type { Endpoint } from "./kernel/endpoint";
import * as leaving from "./employment/leaving.contract";
import * as myWork from "./my-work/my-work.contract";
import * as personWork from "./my-work/person-work.contract";
import * as buildings from "./places/buildings.contract";
import * as cars from "./cars/cars.contract";
import * as equipment from "./equipment/equipment.contract";
import * as drivers from "./drivers/drivers.contract";
import * as outages from "./places/outages.contract";
import * as trips from "./trips/trips.contract";
import * as reservations from "./reservations/reservations.contract";
import * as rooms from "./places/rooms.contract";
import * as groups from "./groups/groups.contract";
import * as newsSections from "./news/news-sections.contract";
import * as news from "./news/news.contract";
import * as notifications from "./notifications/notifications.contract";
import * as notificationSettings from "./notifications/settings.contract";
import * as orgChart from "./org-chart/org-chart.contract";
import * as people from "./people/people.contract";
import * as profile from "./profile/profile.contract";
import * as assignable from "./projects/assignable.contract";
import * as positions from "./positions/positions.contract";
import * as roles from "./roles/roles.contract";
import * as rights from "./roles/rights.contract";
import * as viewing from "./roles/viewing.contract";
import * as projects from "./projects/projects.contract";
import { familyCalls } from "./requests/family-calls";
import * as apiToken from "./session/api-token.contract";
import * as secondFactor from "./session/second-factor.contract";
import * as secondFactorRule from "./session/second-factor-rule.contract";
import * as session from "./session/session.contract";
import * as scim from "./scim/scim.contract";
import * as signOn from "./session/sign-on.contract";
import * as subscription from "./subscription/subscription.contract";
import * as bulk from "./tasks/bulk.contract";
import * as subtasks from "./subtasks/subtasks.contract";
import * as blockers from "./tasks/blockers.contract";
import * as columns from "./tasks/columns.contract";
import * as taskDetail from "./tasks/task-detail.contract";
import * as tasks from "./tasks/tasks.contract";
import * as timeSheet from "./time/sheet.contract";
import * as time from "./time/time.contract";
import * as timer from "./time/timer.contract";
import * as weeks from "./time/week.contract";
import * as transfer from "./tasks/transfer.contract";
import * as closing from "./tenants/closing.contract";
import * as checkTenant from "./tenants/check-tenant.contract";
import * as tenants from "./tenants/tenants.contract";
import * as acting from "./org-chart/acting.contract";
import * as vacancies from "./org-chart/vacancies.contract";
import * as onboarding from "./onboarding/onboarding.contract";
import * as personFiles from "./people/person-files.contract";
import * as peopleImport from "./people/people-import.contract";
import * as userBulk from "./people/user-bulk.contract";
import * as userChanges from "./people/user-changes.contract";
import * as userHistory from "./people/user-history.contract";
import * as users from "./people/users.contract";
import * as watchers from "./watchers/watchers.contract";
import * as timeline from "./timeline/timeline.contract";

const features: Record<string, object> = {
  activity,
  approvals,
  approvalRules,
  attachments,
  audit,
  auditChanges,
  attendance,
  bookingGrid,
  bookings,
  bookingReports,
  door,
  finding,
  guests,
  peopleFree,
  bulk,
  clients,
  comments,
  buildings,
  cars,
  equipment,
  departments,
  drivers,
  outages,
  reservations,
  trips,
  rooms,
  employment,
  leaving,
  positions,
  groups,
  rights,
  roles,
  delegation,
  demoTodos,
  handOver,
  requestRoute,
  requestTalk,
  myWork,
  personWork,
  news,
  newsSections,
  notifications,
  notificationSettings,
  orgChart,
  people,
  profile,
  projects,
  assignable,
  securityLog,
  apiToken,
  secondFactor,
  secondFactorRule,
  session,
  signOn,
  scim,
  subscription,
  subtasks,
  columns,
  blockers,
  watchers,
  taskDetail,
  tasks,
  tenants: { ...checkTenant, ...tenants },
  closing,
  dashboard,
  exports,
  transfer,
  time,
  timer,
  timeSheet,
  weeks,
  timeline,
  projectAnalytics,
  taskAnalytics,
  userAnalytics,
  analyticsReports,
  employmentEntry,
  departmentAnalytics,
  users,
  onboarding,
  acting,
  vacancies,
  personFiles,
  peopleImport,
  viewing,
  userBulk,
  userChanges,
  userHistory,
};

const families = Object.values(familyCalls).flatMap(({ contracts }) => Object.entries<object>(contracts));

/** Every call of the product by `<feature>.<name>`: OpenAPI, the registration check and the test matrix read this. */
export const contract: Record<string, Endpoint> = Object.fromEntries(
  [...Object.entries(features), ...families].flatMap(([feature, exports]) =>
    Object.entries<object>({ ...exports })
      .filter((entry): entry is [string, Endpoint] => typeof entry[1] === "object" && "method" in entry[1])
      .map(([name, endpoint]) => [`${feature}.${name}`, endpoint]),
  ),
);
