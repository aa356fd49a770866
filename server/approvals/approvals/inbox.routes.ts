import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/approvals/approvals/approvals.contract";
import * as handing from "../../../shared/approvals/approvals/hand-over.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import * as route from "../../../shared/approvals/approvals/request-route.contract";
import { handOverOptionsOf, handOverStep } from "./hand-over.service";
import {
  approveEachRequest,
  readDecidedRequests,
  inboxCounts,
  readApprovalInbox,
  readSentRequests,
} from "./inbox.service";
import { loadFamilyService } from "./requests.service";
import { describeRoute } from "./request-route.service";

export function registerInboxRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listInbox, ({ tx, actor, query }) => readApprovalInbox(tx, actor, query));
  serveEndpoint(app, contract.countInbox, async ({ tx, actor }) => ({ data: await inboxCounts(tx, actor) }));
  serveEndpoint(app, contract.listDecidedRequests, ({ tx, actor, query }) => readDecidedRequests(tx, actor, query));
  serveEndpoint(app, contract.listSentRequests, ({ tx, actor, query }) => readSentRequests(tx, actor, query));
  serveEndpoint(app, route.readRequestRoute, async ({ tx, actor, params }) => ({
    data: await describeRoute(tx, actor, params.id),
  }));
  serveEndpoint(app, handing.listHandOverChoices, async ({ tx, actor, params, query }) => ({
    data: await handOverOptionsOf(tx, actor, params.id, query.q),
  }));
  serveEndpoint(app, handing.handOver, async ({ tx, actor, params, body, text }) => {
    const { id, status, version } = await handOverStep(tx, actor, params.id, body);
    return { message: text("request.handedOver"), data: { id, status, version } };
  });
  serveEndpoint(app, contract.undoDecision, async ({ tx, actor, params, text }) => {
    const service = await loadFamilyService(tx, actor, params.id);
    const { id, status, version } = await service.undo(tx, actor, params.id);
    return { message: text("request.decisionUndone"), data: { id, status, version } };
  });
  serveMultiTransaction(app, contract.approveRequests, async ({ unit, actor, body, text, request }) => {
    const data = await approveEachRequest(unit, actor, body.requests, body.note ?? null, { text, log: request.log });
    return { message: text("request.approvedSome", { count: data.filter(({ done }) => done).length }), data };
  });
}
