import type { TenantDemo } from "../../../platform/demo/demo.steps";
import { type Actor, userStream } from "../../../../shared/kernel/events";
import type { RequestFamily } from "../../../../shared/approvals/approvals/families";
import { officeTimeOn } from "../../../platform/demo/demo.calendar";
import type { DemoTenant } from "../../../platform/demo/demo.tenant";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";

type Row = Record<string, unknown>;

const comments: readonly { of: string; by: string; words: string; place: number }[] = [
  { of: "dara", by: "amira", words: "Who keeps an eye on the icons while you are away?", place: 5 },
  { of: "dara", by: "dara", words: "Nora has them, we went through the open ones this morning.", place: 7 },
  { of: "omar", by: "omar", words: "I can move it by a week if the release needs me.", place: 3 },
];

export function writeRequestHistory({ log, tenant }: TenantDemo): void {
  const requests = (log.rows.request ?? []).filter((row) => row.tenant_id === tenant.id && row.sent_at);
  const sentIds = new Set(log.events.flatMap(({ type, data }) => (type === "request.sent" ? [(data as Row).id] : [])));
  for (const request of requests) if (!sentIds.has(request.id)) writeHistory(log, tenant, request);
  for (const { of, by, words, place } of comments) {
    const requester = tenant.users.get(of)?.id;
    const request = requests.find((row) => row.requester_id === requester && row.decided_at === null);
    if (request) writeComment(log, tenant, request, { by, words, place });
  }
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
  const sent = officeTimeOn(tenant.now, Date.parse(request.sent_at as string), 0);
  log.emit("request.sent", about(tenant, sent, requester, requester.id), { ...reference, version: 2, again: false });
  // Aligns the times of rows and events, because screens show steps from rows and the history from events.
  request.sent_at = isoInstantOf(sent);
  if (Date.parse(request.created_at as string) > sent) request.created_at = isoInstantOf(sent);
  const steps = (log.rows.request_step ?? []).filter(({ request_id }) => request_id === request.id);
  let since = sent;
  steps.forEach((step, at) => {
    if (step.since) step.since = isoInstantOf(since);
    if (!step.decided_at) return;
    const decided = officeTimeOn(tenant.now, Date.parse(step.decided_at as string), 1 + at);
    since = decided;
    step.decided_at = isoInstantOf(decided);
    if (request.decided_at) request.decided_at = isoInstantOf(decided);
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
  const at = officeTimeOn(tenant.now, Date.parse(request.sent_at as string), place);
  const user_id = tenant.users.get(by)?.id as number;
  const id = log.id("request_comment");
  const requester = personOf(log, request.requester_id);
  log.add("request_comment", {
    id,
    tenant_id: tenant.id,
    request_id: request.id,
    user_id,
    body: words,
    created_at: isoInstantOf(at),
  });
  const data = { id: request.id as number, family: request.family as RequestFamily, requester, comment_id: id };
  log.emit("request.commented", about(tenant, at, requester, user_id), data);
}
