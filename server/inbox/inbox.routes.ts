import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/approvals/approvals.contract";
import { delegate, delegationsOf, endDelegation } from "../approvals/delegation.service";
import { serve } from "../platform/serve";
import { decidedBy, inboxOf } from "./inbox.service";

export function registerInboxRoutes(app: FastifyInstance): void {
  serve(app, contract.inbox, ({ tx, actor, query }) => inboxOf(tx, actor, query));
  serve(app, contract.decidedByMe, ({ tx, actor, query }) => decidedBy(tx, actor, query));
  serve(app, contract.delegations, async ({ tx, actor }) => ({ data: await delegationsOf(tx, actor) }));
  serve(app, contract.delegate, async ({ tx, actor, body, text }) => {
    const data = await delegate(tx, actor, body);
    return { message: text("delegation.started", { name: data.delegatee.fullname }), data };
  });
  serve(app, contract.endDelegation, async ({ tx, actor, params, text }) => {
    await endDelegation(tx, actor, params.id);
    return { message: text("delegation.ended"), id: params.id };
  });
}
