import { dryRun, listRules, readWaiting } from "../../../shared/approvals/approval-rules.contract";
import { decidedByMe, inbox, inboxCount, sentByMe } from "../../../shared/approvals/approvals.contract";
import type { InboxChange } from "../../../shared/approvals/approvals.events";
import { delegationHistory, delegations } from "../../../shared/approvals/delegation.contract";
import { readRequestRoute } from "../../../shared/approvals/request-route.contract";
import { readRequestTalk } from "../../../shared/approvals/request-talk.contract";
import type { Cache } from "./live-queries";
import type { RequestFamily } from "../../../shared/requests/families";
import { familyCalls } from "../../../shared/requests/family-calls";
import { sumsOf } from "./live-queries.families";
import { inboxChanged, requestListed } from "./live-queries.lists";
import { keyOf } from "../query";

/** For whom one decides has changed: every row may be another one. */
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

/** A request of any family is another one now. Lists are changed by `request_list.changed`, which comes with it. */
export const requestChanged = (event: { data: { id: number; family: RequestFamily } }, cache: Cache) => {
  talk(event, cache);
  route(event, cache);
  cache.touch(keyOf(decidedByMe));
  for (const read of sumsOf(event.data.family)) cache.touch(keyOf(read));
};

/** Who lost sight of it hears nothing else. */
const inboxRemoved = (event: { data: InboxChange }, cache: Cache) => {
  inboxChanged(event, cache, -1);
  cache.now(keyOf(familyCalls[event.data.family].read, { id: event.data.request_id }));
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

/** What events of requests and of who decides them make old. */
export const requestQueries = {
  "request.sent": requestChanged,
  "request.decided": requestChanged,
  "request.decision_undone": requestChanged,
  "request.cancelled": requestChanged,
  "request.entered": requestChanged,
  "request.expired": requestChanged,
  "request.escalated": requestChanged,
  "request.rerouted": requestChanged,
  "request.handed": requestChanged,
  "approval_rules.changed": rules,
  "approval_setting.changed": (_: unknown, cache: Cache) => cache.touch(keyOf(readWaiting)),
  "request_list.changed": requestListed,
  "inbox.added": (event: { data: InboxChange }, cache: Cache) => inboxChanged(event, cache, 1),
  "inbox.removed": inboxRemoved,
  "request.commented": talk,
  "request.comment_deleted": talk,
  "request.attached": talk,
  "request.attachment_deleted": talk,
  "delegation.started": delegation,
  "delegation.begun": delegation,
  "delegation.ended": delegation,
};
