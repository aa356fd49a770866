import type { FastifyInstance } from "fastify";
import type { Decision } from "../../shared/approvals/approvals.workflow";
import * as balances from "../../shared/leave/leave-balance.contract";
import * as contract from "../../shared/leave/leave.contract";
import * as types from "../../shared/leave/leave-types.contract";
import { serve } from "../platform/serve";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/unit-of-work";
import { HolidayEntity } from "./leave.entity";
import { presentHoliday, presentLeaveDetail, presentLeaveType } from "./leave.present";
import { adjust, balancesOf, ledgerOf, listLeaveRequests, previewOf } from "./leave.read";
import * as requests from "./leave-requests.service";
import * as settings from "./leave-types.service";

export function registerLeaveRoutes(app: FastifyInstance): void {
  registerTypes(app);
  registerHolidays(app);
  registerRequests(app);
  registerDecisions(app);
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

async function detail(tx: Tx, actor: Actor, id: number) {
  return presentLeaveDetail(tx, actor, await requests.visibleLeave(tx, actor, id));
}

function registerRequests(app: FastifyInstance): void {
  serve(app, contract.previewLeave, async ({ tx, actor, query }) => ({ data: await previewOf(tx, actor, query) }));
  serve(app, contract.listLeave, ({ tx, actor, query }) => listLeaveRequests(tx, actor, query));
  serve(app, contract.readLeave, async ({ tx, actor, params }) => ({ data: await detail(tx, actor, params.id) }));
  serve(app, contract.createLeave, async ({ tx, actor, body, text }) => {
    const id = await requests.createLeave(tx, actor, body);
    return { message: text(body.draft ? "request.draftSaved" : "request.sent"), data: await detail(tx, actor, id) };
  });
  serve(app, contract.updateLeave, async ({ tx, actor, params, body, text }) => {
    await requests.updateLeave(tx, actor, params.id, body);
    return {
      message: text(body.draft ? "request.draftSaved" : "request.sent"),
      data: await detail(tx, actor, params.id),
    };
  });
  serve(app, contract.sendLeave, async ({ tx, actor, params, body, text }) => {
    await requests.sendLeave(tx, actor, params.id, body.version);
    return { message: text("request.sent"), data: await detail(tx, actor, params.id) };
  });
  serve(app, contract.cancelLeave, async ({ tx, actor, params, body, text }) => {
    await requests.cancelLeave(tx, actor, params.id, body.version);
    return { message: text("request.cancelled"), data: await detail(tx, actor, params.id) };
  });
}

function registerDecisions(app: FastifyInstance): void {
  const decisions = [
    [contract.approveLeave, "APPROVE", "request.approved"],
    [contract.rejectLeave, "REJECT", "request.rejected"],
    [contract.requestLeaveChanges, "REQUEST_CHANGES", "request.sentBack"],
  ] as const satisfies readonly [unknown, Decision, string][];
  for (const [endpoint, decision, message] of decisions) {
    serve(app, endpoint as typeof contract.approveLeave, async ({ tx, actor, params, body, text }) => {
      const note = body.reason || body.note || null;
      await requests.decideLeave(tx, actor, params.id, decision, { version: body.version, note });
      return { message: text(message), data: await detail(tx, actor, params.id) };
    });
  }
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
