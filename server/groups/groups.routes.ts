import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/groups/groups.contract";
import { serve } from "../platform/http/serve/serve";
import * as service from "./groups.service";

export function registerGroupsRoutes(app: FastifyInstance): void {
  serve(app, contract.listGroups, async ({ tx, actor, query }) => service.groupList(tx, actor, query));
  serve(app, contract.selectGroups, async ({ tx, query }) => ({ data: await service.groupChoices(tx, query) }));
  serve(app, contract.readGroup, async ({ tx, actor, params }) => ({
    data: await service.groupRecord(tx, actor, params.id),
  }));
  serve(app, contract.createGroup, async ({ tx, actor, body, text }) => {
    const data = await service.createGroup(tx, actor, body);
    return { message: text("organisation.created", { name: data.title }), data };
  });
  serve(app, contract.updateGroup, async ({ tx, actor, params, body, text }) => {
    const data = await service.updateGroup(tx, actor, params.id, body);
    return { message: text("organisation.saved", { name: data.title }), data };
  });
  serve(app, contract.deleteGroup, async ({ tx, params, text }) => {
    await service.deleteGroup(tx, params.id);
    return { message: text("organisation.deleted"), id: params.id };
  });
}
