import Fastify, { type FastifyInstance } from "fastify";
import { registerActivityRoutes } from "./activity/activity.routes";
import { registerAuditRoutes } from "./audit/audit.routes";
import { registerCommentsRoutes } from "./comments/comments.routes";
import { registerNotificationsRoutes } from "./notifications/notifications.routes";
import { registerPeopleRoutes } from "./people/people.routes";
import type { Platform } from "./platform/platform";
import { registerProjectsRoutes } from "./projects/projects.routes";
import { registerSessionRoutes } from "./session/session.routes";
import { registerSubscriptionRoutes } from "./subscription/subscription.routes";
import { registerTasksRoutes } from "./tasks/tasks.routes";
import { registerTenantsRoutes } from "./tenants/tenants.routes";

/** Builds the whole HTTP side without listening: `main` listens, tests inject. */
export async function createApp(platform: Platform): Promise<FastifyInstance> {
  const app = Fastify({ loggerInstance: platform.log }) as unknown as FastifyInstance;
  app.decorate("platform", platform);
  registerTenantsRoutes(app);
  registerSessionRoutes(app);
  registerSubscriptionRoutes(app);
  registerPeopleRoutes(app);
  registerProjectsRoutes(app);
  registerTasksRoutes(app);
  registerCommentsRoutes(app);
  registerNotificationsRoutes(app);
  registerActivityRoutes(app);
  registerAuditRoutes(app);
  await app.ready();
  return app;
}
