import type { FastifyInstance } from "fastify";
import { nameIn } from "../../shared/kernel/translations";
import type { ImportedHoliday } from "../../shared/leave/holidays.contract";
import * as contract from "../../shared/leave/holidays.contract";
import { replayOrRun } from "../platform/http/idempotency";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps } from "../platform/http/serve/serve-in-steps";
import { importHolidays, readHolidayFile } from "./holiday-import.service";
import * as holidays from "./holidays.service";
import { HolidayEntity } from "./leave.entity";
import { presentHoliday } from "./leave.present";
import { updateWorkWeek, workWeek } from "./work-week.service";

interface Imported {
  message: string;
  data: { rows: ImportedHoliday[]; added: number };
}

export function registerHolidayRoutes(app: FastifyInstance): void {
  serve(app, contract.listHolidays, async ({ tx, query }) => {
    const all = await tx.repo(HolidayEntity).find({ order: { date: "ASC", id: "ASC" } });
    const year = query.year && String(query.year);
    return { data: all.filter(({ date }) => !year || date.startsWith(year)).map(presentHoliday) };
  });
  serve(app, contract.createHoliday, async ({ tx, body, text }) => {
    const data = presentHoliday(await holidays.createHoliday(tx, body));
    return { message: text("leave.holidaySaved", { name: nameIn(text.language, data) }), data };
  });
  serve(app, contract.updateHoliday, async ({ tx, params, body, text }) => {
    const data = presentHoliday(await holidays.updateHoliday(tx, params.id, body));
    return { message: text("leave.holidaySaved", { name: nameIn(text.language, data) }), data };
  });
  serve(app, contract.deleteHoliday, async ({ tx, params, text }) => {
    await holidays.deleteHoliday(tx, params.id);
    return { message: text("leave.holidayDeleted"), id: params.id };
  });
  serveInSteps(app, contract.importHolidays, async ({ unit, actor, body, text, request }) => {
    const read = await readHolidayFile(app.platform.childProcesses, actor, body.content);
    const { status } = contract.importHolidays;
    return unit(async (tx) => {
      const answer = await replayOrRun<Imported>(tx, request, actor.id, status, async () => {
        const { rows, added } = await importHolidays(tx, read, body);
        const told = rows.map((row) => ({ ...row, errors: row.errors.map((id) => text(id)) }));
        return { message: text("leave.holidaysImported", { count: added }), data: { rows: told, added } };
      });
      return answer as Imported;
    });
  });
  serve(app, contract.readWorkWeek, async ({ tx, actor }) => ({ data: await workWeek(tx, actor) }));
  serve(app, contract.updateWorkWeek, async ({ tx, actor, body, text }) => {
    await updateWorkWeek(tx, body);
    return { message: text("leave.workWeekSaved"), data: await workWeek(tx, actor) };
  });
}
