import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/work/schedules/schedules.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { readWorkSchedules, setWorkSchedule, withdrawWorkSchedule } from "./schedules.service";

export function registerSchedulesRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listWorkSchedules, async ({ tx, actor, params }) => ({
    data: await readWorkSchedules(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.setWorkSchedule, async ({ tx, actor, params, body, text }) => {
    await setWorkSchedule(tx, actor, params.id, body);
    return { message: text("schedule.saved"), data: await readWorkSchedules(tx, actor, params.id) };
  });
  serveEndpoint(app, contract.withdrawWorkSchedule, async ({ tx, actor, params, body, text }) => {
    await withdrawWorkSchedule(tx, actor, params.id, body);
    return { message: text("schedule.withdrawn"), id: params.id };
  });
}
