import { parseStream } from "../shared/kernel/events";
import { seesBookings } from "./bookings/bookings.policy";
import { followsNews } from "./news/news.policy";
import { seesDirectory } from "./people/directory.policy";
import type { Permission } from "../shared/kernel/permissions";
import type { Actor } from "./platform/session";
import type { StreamPolicy } from "./platform/live/subscribe";
import { mayFollowProject } from "./projects/projects.policy";

/** People from outside follow no part of the organisation, whatever their role says. */
const mayRead = (actor: Actor, permission: Permission) => !actor.external && actor.permissions.has(permission);

/** Who may follow which of the streams that have to be asked for. The tenant's own and the person's come by themselves. */
export const mayFollow: StreamPolicy = async (tx, actor, stream) => {
  const parsed = parseStream(stream);
  if (parsed?.kind === "rooms" || parsed?.kind === "cars") {
    return parsed.id === actor.tenantId && seesBookings(actor);
  }
  if (parsed?.kind === "directory") return parsed.id === actor.tenantId && seesDirectory(actor);
  if (parsed?.kind === "chart") return parsed.id === actor.tenantId && mayRead(actor, "organization-chart-view");
  if (parsed?.kind === "clients") return parsed.id === actor.tenantId && mayRead(actor, "client-list");
  if (parsed?.kind === "news") return followsNews(tx, actor, parsed.id);
  return mayFollowProject(tx, actor, stream);
};
