import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/positions/positions.contract";
import { serve } from "../platform/http/serve/serve";
import * as service from "./positions.service";

export function registerPositionsRoutes(app: FastifyInstance): void {
  serve(app, contract.listPositions, async ({ tx, actor, query }) => service.positionList(tx, actor, query));
  serve(app, contract.singlePosition, async ({ tx, actor, params }) => ({
    data: await service.positionWithPeople(tx, actor, params.id),
  }));
  serve(app, contract.selectPositions, async ({ tx, query }) => ({ data: await service.positionChoices(tx, query) }));
  serve(app, contract.createPosition, async ({ tx, actor, body, text }) => {
    const data = await service.createPosition(tx, actor, body);
    return { message: text("organisation.created", { name: data.title }), data };
  });
  serve(app, contract.updatePosition, async ({ tx, actor, params, body, text }) => {
    const data = await service.updatePosition(tx, actor, params.id, body);
    return { message: text("organisation.saved", { name: data.title }), data };
  });
  serve(app, contract.deletePosition, async ({ tx, actor, params, query, body, text }) => {
    await service.deletePosition(tx, actor, params.id, body.successor_id ?? query.successor_id ?? null);
    return { message: text("organisation.deleted"), id: params.id };
  });
}
