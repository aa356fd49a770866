import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/approvals/delegation.contract";
import { formatsOf } from "../platform/formats";
import { serve } from "../platform/http/serve/serve";
import { delegate, delegationHistoryOf, delegationsOf, endDelegation } from "./delegation.service";

export function registerDelegationRoutes(app: FastifyInstance): void {
  serve(app, contract.delegations, async ({ tx, actor }) => ({ data: await delegationsOf(tx, actor) }));
  serve(app, contract.delegationHistory, async ({ tx, actor }) => ({ data: await delegationHistoryOf(tx, actor) }));
  serve(app, contract.delegate, async ({ tx, actor, body, text }) => {
    const data = await delegate(tx, actor, body);
    const name = data.delegatee.fullname;
    if (data.state !== "planned") return { message: text("delegation.started", { name }), data };
    const day = formatsOf(text.language).day(data.start_date);
    return { message: text("delegation.planned", { name, day }), data };
  });
  serve(app, contract.endDelegation, async ({ tx, actor, params, text }) => {
    await endDelegation(tx, actor, params.id);
    return { message: text("delegation.ended"), id: params.id };
  });
}
