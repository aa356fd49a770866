import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/approvals/approvals/delegation.contract";
import { formatsOf } from "../../platform/formats";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { createDelegation, readDelegationHistoryOf, readDelegationsOf, endDelegation } from "./delegation.service";

export function registerDelegationRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listDelegations, async ({ tx, actor }) => ({ data: await readDelegationsOf(tx, actor) }));
  serveEndpoint(app, contract.listDelegationHistory, async ({ tx, actor }) => ({
    data: await readDelegationHistoryOf(tx, actor),
  }));
  serveEndpoint(app, contract.delegate, async ({ tx, actor, body, text }) => {
    const data = await createDelegation(tx, actor, body);
    const name = data.delegatee.fullname;
    if (data.state !== "planned") return { message: text("delegation.started", { name }), data };
    const day = formatsOf(text.language).day(data.start_date);
    return { message: text("delegation.planned", { name, day }), data };
  });
  serveEndpoint(app, contract.endDelegation, async ({ tx, actor, params, text }) => {
    await endDelegation(tx, actor, params.id);
    return { message: text("delegation.ended"), id: params.id };
  });
}
