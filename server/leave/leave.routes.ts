import type { FastifyInstance } from "fastify";
import * as balances from "../../shared/leave/leave-balance.contract";
import * as types from "../../shared/leave/leave-types.contract";
import { serve } from "../platform/serve";
import { HolidayEntity } from "./leave.entity";
import { presentHoliday, presentLeaveType } from "./leave.present";
import { adjust, balancesOf, ledgerOf } from "./leave.read";
import * as settings from "./leave-types.service";

export function registerLeaveRoutes(app: FastifyInstance): void {
  registerTypes(app);
  registerHolidays(app);
  registerBalances(app);
}

function registerTypes(app: FastifyInstance): void {
  serve(app, types.listLeaveTypes, async ({ tx, actor }) => ({
    data: (await settings.leaveTypes(tx, actor)).map(presentLeaveType),
  }));
  serve(app, types.readLeaveType, async ({ tx, actor, params }) => ({
    data: presentLeaveType(await settings.leaveType(tx, actor, params.id)),
  }));
  serve(app, types.createLeaveType, async ({ tx, body, text }) => {
    const data = presentLeaveType(await settings.createLeaveType(tx, body));
    return { message: text("leave.typeSaved", { name: data.name }), data };
  });
  serve(app, types.updateLeaveType, async ({ tx, params, body, text }) => {
    const data = presentLeaveType(await settings.updateLeaveType(tx, params.id, body));
    return { message: text("leave.typeSaved", { name: data.name }), data };
  });
  serve(app, types.deleteLeaveType, async ({ tx, params, text }) => {
    await settings.deleteLeaveType(tx, params.id);
    return { message: text("leave.typeDeleted"), id: params.id };
  });
}

function registerHolidays(app: FastifyInstance): void {
  serve(app, types.listHolidays, async ({ tx, query }) => {
    const all = await tx.repo(HolidayEntity).find({ order: { date: "ASC", id: "ASC" } });
    const year = query.year && String(query.year);
    return { data: all.filter(({ date }) => !year || date.startsWith(year)).map(presentHoliday) };
  });
  serve(app, types.createHoliday, async ({ tx, body, text }) => {
    const data = presentHoliday(await settings.createHoliday(tx, body));
    return { message: text("leave.holidaySaved", { name: data.name }), data };
  });
  serve(app, types.updateHoliday, async ({ tx, params, body, text }) => {
    const data = presentHoliday(await settings.updateHoliday(tx, params.id, body));
    return { message: text("leave.holidaySaved", { name: data.name }), data };
  });
  serve(app, types.deleteHoliday, async ({ tx, params, text }) => {
    await settings.deleteHoliday(tx, params.id);
    return { message: text("leave.holidayDeleted"), id: params.id };
  });
}

function registerBalances(app: FastifyInstance): void {
  const thisYear = () => new Date().getUTCFullYear();
  serve(app, balances.leaveBalances, async ({ tx, actor, query }) => ({
    data: await balancesOf(tx, actor, query.user_id ?? actor.id, query.year ?? thisYear()),
  }));
  serve(app, balances.leaveLedger, async ({ tx, actor, params, query }) => ({
    data: await ledgerOf(tx, actor, params.user_id, query),
  }));
  serve(app, balances.adjustBalance, async ({ tx, actor, params, body, text }) => {
    await adjust(tx, params.user_id, body);
    const all = await balancesOf(tx, actor, params.user_id, body.year);
    const data = all.find(({ leave_type }) => leave_type.id === body.leave_type_id) as (typeof all)[number];
    return { message: text("leave.adjusted"), data };
  });
}
