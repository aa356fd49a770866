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
} satisfies ServerFeature;
