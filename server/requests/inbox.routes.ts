import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/approvals/approvals.contract";
import * as handing from "../../shared/approvals/hand-over.contract";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps } from "../platform/http/serve/serve-in-steps";
import { approveEach } from "./bulk.service";
import * as route from "../../shared/approvals/request-route.contract";
import { handOverChoicesOf, handOverStep } from "./hand-over.service";
import { decidedBy, inboxCounts, inboxOf, sentBy } from "./inbox.service";
import { serviceOf } from "./requests.service";
import { routeOf } from "./request-route.service";

export function registerInboxRoutes(app: FastifyInstance): void {
  serve(app, contract.inbox, ({ tx, actor, query }) => inboxOf(tx, actor, query));
  serve(app, contract.inboxCount, async ({ tx, actor }) => ({ data: await inboxCounts(tx, actor) }));
  serve(app, contract.decidedByMe, ({ tx, actor, query }) => decidedBy(tx, actor, query));
  serve(app, contract.sentByMe, ({ tx, actor, query }) => sentBy(tx, actor, query));
  serve(app, route.readRequestRoute, async ({ tx, actor, params }) => ({ data: await routeOf(tx, actor, params.id) }));
  serve(app, handing.handOverChoices, async ({ tx, actor, params, query }) => ({
    data: await handOverChoicesOf(tx, actor, params.id, query.q),
  }));
  serve(app, handing.handOver, async ({ tx, actor, params, body, text }) => {
    const { id, status, version } = await handOverStep(tx, actor, params.id, body);
    return { message: text("request.handedOver"), data: { id, status, version } };
  });
  serve(app, contract.undoDecision, async ({ tx, actor, params, text }) => {
    const service = await serviceOf(tx, actor, params.id);
    const { id, status, version } = await service.undo(tx, actor, params.id);
    return { message: text("request.decisionUndone"), data: { id, status, version } };
  });
  serveInSteps(app, contract.bulkApprove, async ({ unit, actor, body, text, request }) => {
    const data = await approveEach(unit, actor, body.requests, body.note ?? null, { text, log: request.log });
    return { message: text("request.approvedSome", { count: data.filter(({ done }) => done).length }), data };
  });
}
