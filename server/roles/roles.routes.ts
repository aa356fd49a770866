import type { FastifyInstance } from "fastify";
import type { Permission } from "../../shared/kernel/permissions";
import * as contract from "../../shared/roles/roles.contract";
import { readRights } from "../../shared/roles/rights.contract";
import * as viewing from "../../shared/roles/viewing.contract";
import { serve } from "../platform/http/serve/serve";
import { rightsOf } from "./rights.service";
import { previewRoles } from "./roles.preview.service";
import { whoMay } from "./role-holders.service";
import * as service from "./roles.service";
import { beginViewing, endViewing } from "./viewing.service";

export function registerRolesRoutes(app: FastifyInstance): void {
  serve(app, readRights, async ({ tx, actor, query: { thing, id, user_id } }) => ({
    data: await rightsOf(tx, actor, thing, id, user_id),
  }));
  serve(app, viewing.beginViewing, async ({ tx, actor, body, text }) => {
    const until = await beginViewing(tx, actor, body);
    return { message: text("viewing.begun"), data: { until: until.toISOString() } };
  });
  serve(app, viewing.endViewing, async ({ tx, actor, text }) => {
    await endViewing(tx, actor);
    return { message: text("viewing.ended") };
  });
  serve(app, contract.listRoles, async ({ tx, actor }) => service.roleList(tx, actor));
  serve(app, contract.whoMay, async ({ tx, query }) => ({
    data: await whoMay(tx, query.permission as Permission),
  }));
  serve(app, contract.roleHolders, async ({ tx, actor, params }) => ({
    data: await service.roleHolders(tx, actor, params.id),
  }));
  serve(app, contract.createRole, async ({ tx, actor, body, text }) => {
    const data = await service.createRole(tx, actor, body);
    return { message: text("organisation.created", { name: data.name }), data };
  });
  serve(app, contract.previewRoles, async ({ tx, actor, body }) => ({
    data: await previewRoles(tx, actor, body.changes),
  }));
  serve(app, contract.changeRoles, async ({ tx, actor, body, text }) => {
    const data = await service.changeRoles(tx, actor, body.changes);
    return { message: text("role.saved"), data };
  });
  serve(app, contract.updateRole, async ({ tx, actor, params, body, text }) => {
    const data = await service.updateRole(tx, actor, params.id, body);
    return { message: text("organisation.saved", { name: data.name }), data };
  });
  serve(app, contract.assignRole, async ({ tx, actor, params, body, text }) => {
    const data = await service.assignRole(tx, actor, params.id, body.users);
    return { message: text("organisation.saved", { name: data.name }), data };
  });
  serve(app, contract.deleteRole, async ({ tx, actor, params, query, body, text }) => {
    await service.deleteRole(tx, actor, params.id, body.successor_id ?? query.successor_id ?? null);
    return { message: text("organisation.deleted"), id: params.id };
  });
}
