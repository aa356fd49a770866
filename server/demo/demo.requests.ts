import { type Actor, userStream } from "../../shared/kernel/events";
import type { RequestFamily } from "../../shared/requests/families";
import { atWork, dayMs } from "./demo.calendar";
import type { DemoTenant } from "./demo.history";
import { type DemoLog, iso } from "./demo.rows";

type Row = Record<string, unknown>;

/** What approvers and requesters have said, on the requests of these people that wait; later places come later. */
const said: readonly { of: string; by: string; words: string; place: number }[] = [
  { of: "dara", by: "amira", words: "Who keeps an eye on the icons while you are away?", place: 5 },
  { of: "dara", by: "dara", words: "Nora has them, we went through the open ones this morning.", place: 7 },
  { of: "omar", by: "omar", words: "I can move it by a week if the release needs me.", place: 3 },
];

/** The history of every request as the log would have it, what was said, and who decides for whom. */
export function writeRequestLife(log: DemoLog, tenant: DemoTenant): void {
  const requests = (log.rows.request ?? []).filter((row) => row.tenant_id === tenant.id && row.sent_at);
  const told = new Set(log.events.flatMap(({ type, data }) => (type === "request.sent" ? [(data as Row).id] : [])));
  for (const request of requests) if (!told.has(request.id)) writeHistory(log, tenant, request);
  for (const { of, by, words, place } of said) {
    const requester = tenant.users.get(of)?.id;
    const request = requests.find((row) => row.requester_id === requester && row.decided_at === null);
    if (request) writeComment(log, tenant, request, { by, words, place });
  }
  writeDelegations(log, tenant);
}

const personOf = (log: DemoLog, id: unknown): Actor => {
  const user = log.rows.app_user?.find((row) => row.id === id) as Row;
  return { id: user.id as number, fullname: user.fullname as string, image: (user.image as string | null) ?? null };
};

const about = (tenant: DemoTenant, at: number, requester: Actor, actorId: number | null) => ({
  at,
  tenantId: tenant.id,
  stream: userStream(requester.id),
  actorId,
});

function writeHistory(log: DemoLog, tenant: DemoTenant, request: Row): void {
  const requester = personOf(log, request.requester_id);
  const reference = {
    id: request.id as number,
    family: request.family as RequestFamily,
    type: request.type as string,
    status: request.status as string,
    title: (request.title as string | undefined) ?? "",
    requester,
  };
  const sent = atWork(tenant.now, Date.parse(request.sent_at as string), 0);
  log.emit("request.sent", about(tenant, sent, requester, requester.id), { ...reference, version: 2, again: false });
  // The track shows the rows, the history the log: both say the same times.
  request.sent_at = iso(sent);
  if (Date.parse(request.created_at as string) > sent) request.created_at = iso(sent);
  const steps = (log.rows.request_step ?? []).filter(({ request_id }) => request_id === request.id);
  let since = sent;
  steps.forEach((step, at) => {
    if (step.since) step.since = iso(since);
    if (!step.decided_at) return;
    const decided = atWork(tenant.now, Date.parse(step.decided_at as string), 1 + at);
    since = decided;
    step.decided_at = iso(decided);
    if (request.decided_at) request.decided_at = iso(decided);
    log.emit("request.decided", about(tenant, decided, requester, step.decided_by as number), {
      ...reference,
      version: 3 + at,
      step: step.position as number,
      decision: step.state as "approved" | "rejected" | "changes_requested",
      note: (step.note as string | null) ?? null,
      on_behalf_of: step.on_behalf_of ? personOf(log, step.on_behalf_of) : null,
      waits_for: [],
    });
  });
}

function writeComment(
  log: DemoLog,
  tenant: DemoTenant,
  request: Row,
  { by, words, place }: { by: string; words: string; place: number },
): void {
  const at = atWork(tenant.now, Date.parse(request.sent_at as string), place);
  const user_id = tenant.users.get(by)?.id as number;
  const id = log.id("request_comment");
  const requester = personOf(log, request.requester_id);
  log.add("request_comment", {
    id,
    tenant_id: tenant.id,
    request_id: request.id,
    user_id,
    body: words,
    created_at: iso(at),
  });
  const data = { id: request.id as number, family: request.family as RequestFamily, requester, comment_id: id };
  log.emit("request.commented", about(tenant, at, requester, user_id), data);
}

/** One that runs, for the two who lead; one that is over. */
function writeDelegations(log: DemoLog, tenant: DemoTenant): void {
  const day = (days: number) => iso(tenant.now.getTime() + days * dayMs).slice(0, 10);
  const add = (from: string, to: string, more: Row) =>
    log.add("delegation", {
      id: log.id("delegation"),
      tenant_id: tenant.id,
      delegator_id: tenant.users.get(from)?.id,
      delegatee_id: tenant.users.get(to)?.id,
      ...more,
    });
  add("soran", "jonas", {
    start_date: day(-2),
    end_date: day(12),
    reason: "Trade fair in Dubai",
    begun_at: iso(tenant.now.getTime() - 2 * dayMs),
  });
  add("amira", "dara", {
    start_date: day(-64),
    end_date: day(-55),
    reason: "Summer leave",
    begun_at: iso(tenant.now.getTime() - 64 * dayMs),
    ended_at: iso(tenant.now.getTime() - 54 * dayMs),
    end_reason: "over",
  });
}
