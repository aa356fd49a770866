import { dryRun, listRules, readWaiting } from "../../shared/approvals/approval-rules.contract";
import { decidedByMe, inbox, inboxCount, type InboxEntry, sentByMe } from "../../shared/approvals/approvals.contract";
import { delegationHistory, delegations } from "../../shared/approvals/delegation.contract";
import { readRequestRoute } from "../../shared/approvals/request-route.contract";
import { readRequestTalk } from "../../shared/approvals/request-talk.contract";
import { leaveBalances, leaveLedger } from "../../shared/leave/leave-balance.contract";
import { awayInProject, teamLeave } from "../../shared/leave/leave-calendar.contract";
import { listLeave, previewLeave, readLeave } from "../../shared/leave/leave.contract";
import type { Cache } from "./live-queries";
import { financeRequest } from "./live-queries.finance";
import { formsAsked } from "./live-queries.forms";
import { keyOf } from "./query";

interface InboxPage {
  data: readonly InboxEntry[];
}
type CachedInbox = InboxPage | { pages: readonly InboxPage[] } | undefined;

/** What was decided leaves the list with the event; the answer brings the counts. */
function withoutRequest(cached: CachedInbox, id: number): CachedInbox {
  const less = (page: InboxPage) => ({ ...page, data: page.data.filter(({ request }) => request.id !== id) });
  if (!cached) return cached;
  return "pages" in cached ? { ...cached, pages: cached.pages.map(less) } : less(cached);
}

const inboxes = (_: unknown, cache: Cache) => {
  cache.now(keyOf(inbox));
  cache.now(keyOf(inboxCount));
  cache.now(keyOf(sentByMe));
  cache.touch(keyOf(decidedByMe));
};

const route = (event: { data: { id: number } }, cache: Cache) =>
  cache.touch(keyOf(readRequestRoute, { id: event.data.id }));

const talk = (event: { data: { id: number } }, cache: Cache) =>
  cache.touch(keyOf(readRequestTalk, { id: event.data.id }));

/** A request of any family is another one now. */
export const requests = (event: { data: { id: number } }, cache: Cache) => {
  inboxes(event, cache);
  talk(event, cache);
  route(event, cache);
  cache.now(keyOf(listLeave));
  cache.now(keyOf(readLeave, { id: event.data.id }));
  cache.touch(keyOf(leaveBalances));
  cache.touch(keyOf(leaveLedger));
  financeRequest(event, cache);
  formsAsked(event, cache);
};

const delegation = (event: unknown, cache: Cache) => {
  inboxes(event, cache);
  cache.touch(keyOf(delegations));
  cache.touch(keyOf(delegationHistory));
};

/** What somebody tries out or has open goes by the rules of this moment. */
const rules = (_: unknown, cache: Cache) => {
  for (const read of [listRules, dryRun, readRequestRoute]) cache.touch(keyOf(read));
};

/** Whoever is away is nobody's secret among colleagues; of what kind it is, each is told what is theirs to know. */
const leaveCalendar = (_: unknown, cache: Cache) => {
  cache.touch(keyOf(teamLeave));
  cache.touch(keyOf(awayInProject));
  cache.touch(keyOf(previewLeave));
};

const leaveDraft = (event: { data: { id: number } }, cache: Cache) => {
  cache.touch(keyOf(listLeave));
  cache.touch(keyOf(readLeave, { id: event.data.id }));
};

/** What events of requests and of who decides them make old. */
export const requestQueries = {
  "request.sent": requests,
  "request.decided": requests,
  "request.decision_undone": requests,
  "request.cancelled": requests,
  "request.entered": requests,
  "request.escalated": requests,
  "request.rerouted": requests,
  "request.handed": requests,
  "approval_rules.changed": rules,
  "approval_setting.changed": (_: unknown, cache: Cache) => cache.touch(keyOf(readWaiting)),
  "leave.draft": leaveDraft,
  "leave.calendar_changed": leaveCalendar,
  "inbox.added": inboxes,
  "inbox.removed": (event: { data: { request_id: number } }, cache: Cache) => {
    cache.client.setQueriesData<CachedInbox>({ queryKey: keyOf(inbox) }, (cached) =>
      withoutRequest(cached, event.data.request_id),
    );
    inboxes(event, cache);
  },
  "request.commented": talk,
  "request.comment_deleted": talk,
  "request.attached": talk,
  "request.attachment_deleted": talk,
  "delegation.started": delegation,
  "delegation.begun": delegation,
  "delegation.ended": delegation,
};
