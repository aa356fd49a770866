import type { FastifyInstance } from "fastify";
import type { InferType } from "yup";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import { invalidFieldProblem } from "../../../../shared/kernel/problems";
import { translatedNameIn } from "../../../../shared/kernel/translations";
import * as contract from "../../../../shared/requests/leave/calendar/holidays.contract";
import { replayOrRun } from "../../../platform/http/idempotency";
import { serveEndpoint } from "../../../platform/http/serve/serve";
import { tenantToday } from "../../../platform/database/tenant-today";
import { serveMultiTransaction } from "../../../platform/http/serve/serve-multi-transaction";
import { presentLayout, presentText, tableChoiceOf } from "../../../platform/tables/table";
import { importHolidays, readHolidayFile } from "./holiday-import.service";
import {
  addOfficialHolidays,
  listOfficialHolidayCountries,
} from "../../../../shared/requests/leave/calendar/official-holidays.contract";
import * as holidays from "./holidays.service";
import { HolidayEntity } from "../types/leave.entity";
import { presentHoliday } from "./holidays.present";
import { readHolidayCountries, readOfficialHolidays, saveOfficialHolidays } from "./official-holidays.service";
import { updateWorkWeek, loadWorkWeek } from "./work-week.service";

interface Imported {
  message: string;
  data: InferType<typeof contract.importHolidays.reply>["data"];
}

type OfficialAnswer = ReplyOf<typeof addOfficialHolidays>;

export function registerHolidayRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listHolidays, async ({ tx, query }) => {
    const all = await tx.repo(HolidayEntity).find({ order: { date: "ASC", id: "ASC" } });
    const year = query.year && String(query.year);
    return { data: all.filter(({ date }) => !year || date.startsWith(year)).map(presentHoliday) };
  });
  serveEndpoint(app, contract.listHolidayLocations, async ({ tx }) => ({ data: await holidays.locationsOfPeople(tx) }));
  serveEndpoint(app, contract.createHoliday, async ({ tx, body, text }) => {
    const data = presentHoliday(await holidays.createHoliday(tx, body));
    return { message: text("leave.holidaySaved", { name: translatedNameIn(text.language, data) }), data };
  });
  serveEndpoint(app, contract.updateHoliday, async ({ tx, params, body, text }) => {
    const data = presentHoliday(await holidays.updateHoliday(tx, params.id, body));
    return { message: text("leave.holidaySaved", { name: translatedNameIn(text.language, data) }), data };
  });
  serveEndpoint(app, contract.deleteHoliday, async ({ tx, params, text }) => {
    await holidays.deleteHoliday(tx, params.id);
    return { message: text("leave.holidayDeleted"), id: params.id };
  });
  serveMultiTransaction(app, contract.importHolidays, async ({ unit, actor, body, text, request }) => {
    const upload = request.uploads?.find(({ field }) => field === "file");
    const source = upload?.bytes ?? body.content;
    if (!source || source.length === 0) throw invalidFieldProblem("content", "field.required");
    const year = Number((await unit(tenantToday)).slice(0, 4));
    const input = { source, choice: tableChoiceOf(body), days: body.days, years: { from: year, to: year + 2 } };
    const file = await readHolidayFile(app.platform.childProcesses, actor, input);
    const { status } = contract.importHolidays;
    return unit(async (tx) => {
      const answer = await replayOrRun<Imported>(tx, request, actor.id, status, async () => {
        const { rows, added } = await importHolidays(tx, file.rows, body);
        const translatedRows = rows.map((row) => ({ ...row, errors: row.errors.map((id) => text(id)) }));
        return {
          message: text("leave.holidaysImported", { count: added }),
          data: {
            rows: translatedRows,
            added,
            text: presentText(file.text),
            layout: file.layout && presentLayout(file.layout),
            days: file.days,
          },
        };
      });
      return answer as Imported;
    });
  });
  serveMultiTransaction(app, listOfficialHolidayCountries, async ({ actor }) => ({
    data: await readHolidayCountries(app.platform.childProcesses, actor),
  }));
  serveMultiTransaction(app, addOfficialHolidays, async ({ unit, actor, body, text, request }) => {
    const official = await readOfficialHolidays(app.platform.childProcesses, actor, body);
    return unit(async (tx) => {
      const answer = await replayOrRun<OfficialAnswer>(tx, request, actor.id, addOfficialHolidays.status, async () => {
        const data = await saveOfficialHolidays(tx, official, body);
        return { message: text("leave.holidaysImported", { count: data.added + data.changed }), data };
      });
      return answer as OfficialAnswer;
    });
  });
  serveEndpoint(app, contract.readWorkWeek, async ({ tx, actor }) => ({ data: await loadWorkWeek(tx, actor) }));
  serveEndpoint(app, contract.updateWorkWeek, async ({ tx, actor, body, text }) => {
    await updateWorkWeek(tx, actor, body);
    return { message: text("leave.workWeekSaved"), data: await loadWorkWeek(tx, actor) };
  });
}
