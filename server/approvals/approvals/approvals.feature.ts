import type { ServerFeature } from "../../platform/features";
import { registerApprovalRulesRoutes } from "./approval-rules.routes";
import { registerDelegationRoutes } from "./delegation.routes";
import { registerInboxRoutes } from "./inbox.routes";
import { registerRequestDiscussionRoutes } from "./request-discussion.routes";
import { canReadRequestFile } from "./request-discussion.service";
import { requestFileSearch } from "./request-files.search";
import { RequestEntity } from "./request.entity";

export const approvalsFeature = {
  routes: [registerDelegationRoutes, registerApprovalRulesRoutes, registerInboxRoutes, registerRequestDiscussionRoutes],
  entities: [RequestEntity],
  fileReaders: [canReadRequestFile],
  searches: { request_file: requestFileSearch },
  personalData: {
    areas: {
      requests: "request.requester_id request_comment.user_id request_attachment.user_id request_decision.decided_by",
      access: "delegation.delegator_id delegation.delegatee_id",
    },
    actors: "request_step.decided_by request_step.on_behalf_of request_step.meant_id request_step.approver_id",
  },
  demo: {
    approvalRules: async () => (await import("./demo/demo.rules")).writeApprovalRules,
    requestHistory: async () => (await import("./demo/demo.requests")).writeRequestHistory,
  },
} satisfies ServerFeature;
