import { parseStream, type StreamKind } from "../shared/kernel/events";
import { seesBookings } from "./bookings/bookings.policy";
import { followNews } from "./news/news.policy";
import { seesDirectory } from "./people/directory.policy";
import type { Permission } from "../shared/kernel/permissions";
import type { Actor } from "./platform/session";
import type { StreamPolicy } from "./platform/live/following";
import { mayFollowProjects } from "./projects/projects.policy";

/** People from outside follow no part of the organisation, whatever their role says. */
const mayRead = (actor: Actor, permission: Permission) => !actor.external && actor.permissions.has(permission);

/** Who may follow which of the streams that have to be asked for. The tenant's own and the person's come by themselves. */
export const mayFollow: StreamPolicy = async (tx, asked) => {
  const answers = asked.map(() => false);
  const ofProjects: { at: number; viewer: Actor; projectId: number }[] = [];
  const ofNews: { at: number; actor: Actor; articleId: number }[] = [];
  for (const [at, { actor, stream }] of asked.entries()) {
    const parsed = parseStream(stream);
    if (parsed?.kind === "project") ofProjects.push({ at, viewer: actor, projectId: parsed.id });
    else if (parsed?.kind === "news") ofNews.push({ at, actor, articleId: parsed.id });
    else if (parsed) answers[at] = parsed.id === actor.tenantId && mayFollowPart(actor, parsed.kind);
  }
  const follow = await mayFollowProjects(tx, ofProjects);
  for (const [index, { at }] of ofProjects.entries()) answers[at] = follow[index] === true;
  const seen = await followNews(tx, ofNews);
  for (const [index, { at }] of ofNews.entries()) answers[at] = seen[index] === true;
  return answers;
};

function mayFollowPart(actor: Actor, kind: StreamKind): boolean {
  if (kind === "rooms" || kind === "cars") return seesBookings(actor);
  if (kind === "directory") return seesDirectory(actor);
  if (kind === "chart") return mayRead(actor, "organization-chart-view");
  return kind === "clients" && mayRead(actor, "client-list");
}
