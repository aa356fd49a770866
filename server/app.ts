import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";
import { registerActivityRoutes } from "./activity/activity.routes";

import { registerAnalyticsRoutes } from "./analytics/analytics.routes";
import { registerAttachmentsRoutes } from "./attachments/attachments.routes";
import { registerAuditRoutes } from "./audit/audit.routes";
import { registerSecurityLogRoutes } from "./audit/security-log.routes";
import { registerRolesRoutes } from "./roles/roles.routes";
import { registerCarsRoutes } from "./cars/cars.routes";
import { registerEquipmentRoutes } from "./equipment/equipment.routes";
import { registerDriversRoutes } from "./drivers/drivers.routes";
import { registerTripsRoutes } from "./trips/trips.routes";
import { registerPlacesRoutes } from "./places/places.routes";
import { registerClientsRoutes } from "./clients/clients.routes";
import { registerBookingReportsRoutes } from "./booking-reports/booking-reports.routes";
import { registerBookingsRoutes } from "./bookings/bookings.routes";
import { registerDoorRoutes } from "./bookings/door.routes";
import { registerGuestsRoutes } from "./bookings/guests.routes";
import { registerGroupsRoutes } from "./groups/groups.routes";
import { registerDemoTodosRoutes } from "./demo-todos/demo-todos.routes";
import { registerDepartmentsRoutes } from "./departments/departments.routes";
import { registerCommentsRoutes } from "./comments/comments.routes";
import { registerFilesRoutes } from "./files/files.routes";
import { registerMyWorkRoutes } from "./my-work/my-work.routes";
import { registerDelegationRoutes } from "./approvals/delegation.routes";
import { registerApprovalRulesRoutes } from "./requests/approval-rules.routes";
import { familyServices } from "./requests/families";
import { registerInboxRoutes } from "./requests/inbox.routes";
import { registerRequestTalkRoutes } from "./requests/request-talk.routes";
import { registerNewsRoutes } from "./news/news.routes";
import { registerNotificationsRoutes } from "./notifications/notifications.routes";
import { registerNotificationSettingsRoutes } from "./notifications/settings.routes";
import { registerOrgChartRoutes } from "./org-chart/org-chart.routes";
import { registerEmploymentRoutes } from "./employment/employment.routes";
import { registerOnboardingRoutes } from "./onboarding/onboarding.routes";
import { registerPersonFilesRoutes } from "./people/person-files.routes";
import { registerPeopleExportRoutes } from "./people/people-export.routes";
import { registerPeopleImportRoutes } from "./people/import/import.routes";
import { registerPeopleRoutes } from "./people/people.routes";
import { registerUserChangesRoutes } from "./people/user-changes.routes";
import { registerPositionsRoutes } from "./positions/positions.routes";
import { readBodies } from "./platform/http/body";
import { type CallLimits, limitCalls } from "./platform/http/callers";
import { limitBytes } from "./platform/http/serve/sent-bytes";
import { serveOutbox } from "./platform/mail/dev-outbox";
import { serveExternal404 } from "./platform/http/external-404";
import { type ReadinessCheck, serveHealth } from "./platform/http/health";
import { createHttp } from "./platform/http/http";
import { honourMethodOverride } from "./platform/http/method-override";
import { serveMetrics } from "./platform/http/metrics";
import { serveDocs } from "./platform/http/openapi";
import type { Platform } from "./platform/platform";
import { answerProblems } from "./platform/http/problems";
import { secureHeaders } from "./platform/http/security";
import { serveClient } from "./platform/http/shell";
import { registerProfileRoutes } from "./profile/profile.routes";
import { registerProjectsRoutes } from "./projects/projects.routes";
import { registerScimRoutes } from "./scim/scim.routes";
import { registerSignOnRoutes } from "./session/sign-on/sign-on.routes";
import { registerApiTokenRoutes } from "./session/api-token.routes";
import { registerSecondFactorRoutes } from "./session/second-factor.routes";
import { registerSessionRoutes } from "./session/session.routes";
import { registerSubscriptionRoutes } from "./subscription/subscription.routes";
import { registerSubtasksRoutes } from "./subtasks/subtasks.routes";
import { registerColumnsRoutes } from "./tasks/columns.routes";
import { registerTasksRoutes } from "./tasks/tasks.routes";
import { registerTimeRoutes } from "./time/time.routes";
import { registerTimerRoutes } from "./time/timer.routes";
import { registerWeeksRoutes } from "./time/weeks.routes";
import { registerDashboardRoutes } from "./dashboard/dashboard.routes";
import { registerExportsRoutes } from "./exports/exports.routes";
import { registerTenantsRoutes } from "./tenants/tenants.routes";
import { registerTimelineRoutes } from "./timeline/timeline.routes";
import { registerWatchersRoutes } from "./watchers/watchers.routes";

export interface AppOptions {
  /** What must answer beside the database before this process takes requests, by name. */
  readiness?: Record<string, ReadinessCheck>;
  /** The built client. */
  clientFolder?: string;
  /** Shows outgoing mail to whoever has it. */
  outboxKey?: string | null;
  /** What one caller may take. */
  callLimits?: CallLimits;
}

const features = [
  registerTenantsRoutes,
  registerDashboardRoutes,
  registerExportsRoutes,
  registerSessionRoutes,
  registerSecondFactorRoutes,
  registerApiTokenRoutes,
  registerSignOnRoutes,
  registerScimRoutes,
  registerSubscriptionRoutes,
  registerOrgChartRoutes,
  registerEmploymentRoutes,
  registerPersonFilesRoutes,
  registerOnboardingRoutes,
  registerPeopleExportRoutes,
  registerPeopleImportRoutes,
  registerPeopleRoutes,
  registerUserChangesRoutes,
  registerDepartmentsRoutes,
  registerDemoTodosRoutes,
  registerPositionsRoutes,
  registerClientsRoutes,
  registerGroupsRoutes,
  registerBookingReportsRoutes,
  registerBookingsRoutes,
  registerDoorRoutes,
  registerGuestsRoutes,
  registerPlacesRoutes,
  registerTripsRoutes,
  registerCarsRoutes,
  registerEquipmentRoutes,
  registerDriversRoutes,
  registerRolesRoutes,
  registerProfileRoutes,
  registerProjectsRoutes,
  registerTasksRoutes,
  registerMyWorkRoutes,
  registerColumnsRoutes,
  registerTimelineRoutes,
  registerAnalyticsRoutes,
  registerSubtasksRoutes,
  registerWatchersRoutes,
  registerCommentsRoutes,
  registerAttachmentsRoutes,
  registerApprovalRulesRoutes,
  registerInboxRoutes,
  ...Object.values(familyServices).flatMap(({ routes }) => routes),
  registerDelegationRoutes,
  registerRequestTalkRoutes,
  registerNewsRoutes,
  registerNotificationsRoutes,
  registerNotificationSettingsRoutes,
  registerActivityRoutes,
  registerAuditRoutes,
  registerSecurityLogRoutes,
  registerFilesRoutes,
  registerTimeRoutes,
  registerTimerRoutes,
  registerWeeksRoutes,
];

/** Builds the whole HTTP side without listening: `main` listens, tests inject. */
export async function createApp(platform: Platform, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = createHttp(platform, options.callLimits);
  answerProblems(app);
  await secureHeaders(app);
  await app.register(compress, {
    threshold: 1024,
    encodings: ["br", "gzip"],
    brotliOptions,
    zlibOptions: { level: 4 },
  });
  await serveClient(app, options.clientFolder);
  limitCalls(app, options.callLimits);
  limitBytes(app, options.callLimits);
  await readBodies(app);
  serveHealth(app, options.readiness);
  serveMetrics(app);
  serveExternal404(app);
  serveOutbox(app, options.outboxKey ?? null);
  await serveDocs(app);
  const addOverrides = honourMethodOverride(app);
  for (const register of features) register(app);
  addOverrides();
  await app.ready();
  return app;
}

/** Answers are made once and read once: brotli's default would cost more than it saves. */
const brotliOptions = { params: { [1 /* BROTLI_PARAM_QUALITY */]: 3 } };
