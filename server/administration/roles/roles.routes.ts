import type { Permission } from "../../../shared/kernel/access";
import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/administration/roles/roles.contract";
import { readRights } from "../../../shared/administration/roles/rights.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { explainRights } from "./rights.service";
import { readPermissionHolders } from "./role-holders";
import * as service from "./roles.service";
import { previewRoles } from "./roles.service";

export function registerRolesRoutes(app: FastifyInstance): void {
  serveEndpoint(app, readRights, async ({ tx, actor, query: { thing: subjectType, id, user_id } }) => ({
    data: await explainRights(tx, actor, subjectType, id, user_id),
  }));
  serveEndpoint(app, contract.listRoles, async ({ tx, actor }) => service.readRoleList(tx, actor));
  serveEndpoint(app, contract.listPermissionHolders, async ({ tx, query }) => ({
    data: await readPermissionHolders(tx, query.permission as Permission),
  }));
  serveEndpoint(app, contract.listRoleHolders, async ({ tx, actor, params }) => ({
    data: await service.readRoleHolders(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.createRole, async ({ tx, actor, body, text }) => {
    const data = await service.createRole(tx, actor, body);
    return { message: text("organization.created", { name: data.name }), data };
  });
  serveEndpoint(app, contract.previewRoles, async ({ tx, actor, body }) => ({
    data: await previewRoles(tx, actor, body.changes),
  }));
  serveEndpoint(app, contract.changeRoles, async ({ tx, actor, body, text }) => {
    const data = await service.changeRoles(tx, actor, body.changes);
    return { message: text("role.saved"), data };
  });
  serveEndpoint(app, contract.updateRole, async ({ tx, actor, params, body, text }) => {
    const data = await service.updateRole(tx, actor, params.id, body);
    return { message: text("organization.saved", { name: data.name }), data };
  });
  serveEndpoint(app, contract.assignRole, async ({ tx, actor, params, body, text }) => {
    const data = await service.assignRole(tx, actor, params.id, body.users);
    return { message: text("organization.saved", { name: data.name }), data };
  });
  serveEndpoint(app, contract.deleteRole, async ({ tx, actor, params, query, body, text }) => {
    await service.deleteRole(tx, actor, params.id, body.successor_id ?? query.successor_id ?? null);
    return { message: text("organization.deleted"), id: params.id };
  });
}
