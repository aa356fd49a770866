import { parseStream } from "../shared/kernel/events";
import { seesBookings } from "./bookings/bookings.policy";
import { followsNews } from "./news/news.policy";
import { seesDirectory } from "./people/directory.policy";
import type { StreamPolicy } from "./platform/live/subscribe";
import { mayFollowProject } from "./projects/projects.policy";

/** Who may follow which of the streams that have to be asked for. The tenant's own and the person's come by themselves. */
export const mayFollow: StreamPolicy = async (tx, actor, stream) => {
  const parsed = parseStream(stream);
  if (parsed?.kind === "rooms" || parsed?.kind === "cars") {
    return parsed.id === actor.tenantId && seesBookings(actor);
  }
  if (parsed?.kind === "directory") return parsed.id === actor.tenantId && seesDirectory(actor);
  if (parsed?.kind === "news") return followsNews(tx, actor, parsed.id);
  return mayFollowProject(tx, actor, stream);
};
