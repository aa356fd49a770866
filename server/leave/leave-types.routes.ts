import type { FastifyInstance } from "fastify";
import { nameIn } from "../../shared/kernel/translations";
import * as types from "../../shared/leave/leave-types.contract";
import { serve } from "../platform/http/serve/serve";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import type { LeaveTypeEntity } from "./leave.entity";
import { presentLeaveType } from "./leave.present";
import * as settings from "./leave-types.service";

const shown = async (tx: Tx, actor: Actor, type: LeaveTypeEntity) =>
  presentLeaveType(type, actor, await settings.usedTypes(tx, type.id));

export function registerLeaveTypeRoutes(app: FastifyInstance): void {
  serve(app, types.listLeaveTypes, async ({ tx, actor }) => {
    const [all, used] = [await settings.leaveTypes(tx, actor), await settings.usedTypes(tx)];
    return { data: all.map((type) => presentLeaveType(type, actor, used)) };
  });
  serve(app, types.readLeaveType, async ({ tx, actor, params }) => ({
    data: await shown(tx, actor, await settings.leaveType(tx, actor, params.id)),
  }));
  serve(app, types.createLeaveType, async ({ tx, actor, body, text }) => {
    const data = await shown(tx, actor, await settings.createLeaveType(tx, body));
    return { message: text("leave.typeSaved", { name: nameIn(text.language, data) }), data };
  });
  serve(app, types.updateLeaveType, async ({ tx, actor, params, body, text }) => {
    const data = await shown(tx, actor, await settings.updateLeaveType(tx, params.id, body));
    return { message: text("leave.typeSaved", { name: nameIn(text.language, data) }), data };
  });
  for (const [endpoint, archived] of [
    [types.archiveLeaveType, true],
    [types.restoreLeaveType, false],
  ] as const) {
    serve(app, endpoint, async ({ tx, actor, params, text }) => {
      const data = await shown(tx, actor, await settings.archiveLeaveType(tx, params.id, archived));
      return {
        message: text(archived ? "leave.typeArchived" : "leave.typeRestored", { name: nameIn(text.language, data) }),
        data,
      };
    });
  }
  serve(app, types.deleteLeaveType, async ({ tx, params, text }) => {
    await settings.deleteLeaveType(tx, params.id);
    return { message: text("leave.typeDeleted"), id: params.id };
  });
}
