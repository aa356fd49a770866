import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/leave/holidays.contract";
import { serve } from "../platform/serve";
import * as holidays from "./holidays.service";
import { HolidayEntity } from "./leave.entity";
import { presentHoliday } from "./leave.present";

export function registerHolidayRoutes(app: FastifyInstance): void {
  serve(app, contract.listHolidays, async ({ tx, query }) => {
    const all = await tx.repo(HolidayEntity).find({ order: { date: "ASC", id: "ASC" } });
    const year = query.year && String(query.year);
    return { data: all.filter(({ date }) => !year || date.startsWith(year)).map(presentHoliday) };
  });
  serve(app, contract.createHoliday, async ({ tx, body, text }) => {
    const data = presentHoliday(await holidays.createHoliday(tx, body));
    return { message: text("leave.holidaySaved", { name: data.name }), data };
  });
  serve(app, contract.updateHoliday, async ({ tx, params, body, text }) => {
    const data = presentHoliday(await holidays.updateHoliday(tx, params.id, body));
    return { message: text("leave.holidaySaved", { name: data.name }), data };
  });
  serve(app, contract.deleteHoliday, async ({ tx, params, text }) => {
    await holidays.deleteHoliday(tx, params.id);
    return { message: text("leave.holidayDeleted"), id: params.id };
  });
}
