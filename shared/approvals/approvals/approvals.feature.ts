import { defineFeature } from "../../kernel/feature";
import * as approvalRules from "./approval-rules.contract";
import * as approvals from "./approvals.contract";
import * as delegation from "./delegation.contract";
import * as handOver from "./hand-over.contract";
import * as requestRoute from "./request-route.contract";
import * as requestTalk from "./request-discussion.contract";
import { approvalEvents } from "./approvals.events";
import { requestDiscussionEvents } from "./request-discussion.events";
import { requestListEvents } from "./request-lists.events";

export const approvalsFeature = defineFeature({
  contracts: { approvals, approvalRules, delegation, handOver, requestRoute, requestTalk },
  searches: { request_file: {} },
  events: { ...approvalEvents, ...requestDiscussionEvents, ...requestListEvents },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    request_file: true;
  }
}
