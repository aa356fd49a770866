import type { FastifyInstance } from "fastify";
import { translatedNameIn } from "../../../../shared/kernel/translations";
import * as types from "../../../../shared/requests/leave/types/types.contract";
import { serveEndpoint } from "../../../platform/http/serve/serve";
import { presentLeaveType } from "./types.present";
import * as settings from "./types.service";

export function registerLeaveTypeRoutes(app: FastifyInstance): void {
  serveEndpoint(app, types.listLeaveTypes, async ({ tx, actor }) => {
    const [all, used] = [await settings.loadLeaveTypes(tx, actor), await settings.usedLeaveTypeIds(tx)];
    return { data: all.map((type) => presentLeaveType(type, actor, used)) };
  });
  serveEndpoint(app, types.readLeaveType, async ({ tx, actor, params }) => ({
    data: await settings.presentType(tx, actor, await settings.loadLeaveType(tx, actor, params.id)),
  }));
  serveEndpoint(app, types.createLeaveType, async ({ tx, actor, body, text }) => {
    const data = await settings.presentType(tx, actor, await settings.createLeaveType(tx, body));
    return { message: text("leave.typeSaved", { name: translatedNameIn(text.language, data) }), data };
  });
  serveEndpoint(app, types.updateLeaveType, async ({ tx, actor, params, body, text }) => {
    const data = await settings.presentType(tx, actor, await settings.updateLeaveType(tx, actor, params.id, body));
    return { message: text("leave.typeSaved", { name: translatedNameIn(text.language, data) }), data };
  });
  for (const [endpoint, archived] of [
    [types.archiveLeaveType, true],
    [types.restoreLeaveType, false],
  ] as const) {
    serveEndpoint(app, endpoint, async ({ tx, actor, params, text }) => {
      const data = await settings.presentType(tx, actor, await settings.archiveLeaveType(tx, params.id, archived));
      return {
        message: text(archived ? "leave.typeArchived" : "leave.typeRestored", {
          name: translatedNameIn(text.language, data),
        }),
        data,
      };
    });
  }
  serveEndpoint(app, types.deleteLeaveType, async ({ tx, params, text }) => {
    await settings.deleteLeaveType(tx, params.id);
    return { message: text("leave.typeDeleted"), id: params.id };
  });
}
