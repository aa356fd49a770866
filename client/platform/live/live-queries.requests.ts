import { dryRun, listRules, readWaiting } from "../../../shared/approvals/approval-rules.contract";
import { decidedByMe, inbox, inboxCount, sentByMe } from "../../../shared/approvals/approvals.contract";
import type { InboxChange } from "../../../shared/approvals/approvals.events";
import { delegationHistory, delegations } from "../../../shared/approvals/delegation.contract";
import { readRequestRoute } from "../../../shared/approvals/request-route.contract";
import { readRequestTalk } from "../../../shared/approvals/request-talk.contract";
import { listSuppliers } from "../../../shared/finance/finance.contract";
import { listBudgets } from "../../../shared/finance/finance-settings.contract";
import { listForms, readForm } from "../../../shared/forms/form-templates.contract";
import { leaveBalances, leaveLedger } from "../../../shared/leave/leave-balance.contract";
import { awayInProject, ownLeaveYear, teamLeave } from "../../../shared/leave/leave-calendar.contract";
import { listLeave, previewLeave, readLeave } from "../../../shared/leave/leave.contract";
import type { Cache } from "./live-queries";
import { familyCalls } from "../../../shared/requests/family-calls";
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
const request = (event: { data: { id: number } }, cache: Cache) => {
  talk(event, cache);
  route(event, cache);
  cache.touch(keyOf(decidedByMe));
  cache.touch(keyOf(leaveBalances));
  cache.touch(keyOf(leaveLedger));
  for (const read of [listBudgets, listSuppliers, listForms, readForm]) cache.touch(keyOf(read));
};

/** Leave costs something else now, one of many perhaps: lists are read again. */
export const leaveRecounted = (event: { data: { id: number } }, cache: Cache) => {
  request(event, cache);
  leaveDraft(event, cache);
  for (const read of [inbox, sentByMe]) cache.touch(keyOf(read));
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

/** Whoever is away is nobody's secret among colleagues; of what kind it is, each is told what is theirs to know. */
const leaveCalendar = (_: unknown, cache: Cache) => {
  cache.touch(keyOf(teamLeave));
  cache.touch(keyOf(ownLeaveYear));
  cache.touch(keyOf(awayInProject));
  cache.touch(keyOf(previewLeave));
};

const leaveDraft = (event: { data: { id: number } }, cache: Cache) => {
  cache.touch(keyOf(listLeave));
  cache.touch(keyOf(readLeave, { id: event.data.id }));
};

/** What events of requests and of who decides them make old. */
export const requestQueries = {
  "request.sent": request,
  "request.decided": request,
  "request.decision_undone": request,
  "request.cancelled": request,
  "request.entered": request,
  "request.escalated": request,
  "request.rerouted": request,
  "request.handed": request,
  "approval_rules.changed": rules,
  "approval_setting.changed": (_: unknown, cache: Cache) => cache.touch(keyOf(readWaiting)),
  "leave.draft": leaveDraft,
  "leave.calendar_changed": leaveCalendar,
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
