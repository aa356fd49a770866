import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/departments/departments.contract";
import { serve } from "../platform/http/serve/serve";
import { dayIn } from "../../shared/time/days.rules";
import * as service from "./departments.service";

export function registerDepartmentsRoutes(app: FastifyInstance): void {
  serve(app, contract.listDepartments, async ({ tx, actor, query }) => service.departmentList(tx, actor, query));
  serve(app, contract.singleDepartment, async ({ tx, actor, params }) => ({
    data: await service.departmentPage(tx, actor, params.id, Number(dayIn(actor.timeZone, new Date()).slice(0, 4))),
  }));
  serve(app, contract.selectDepartments, async ({ tx, query }) => ({
    data: await service.departmentChoices(tx, query),
  }));
  serve(app, contract.createDepartment, async ({ tx, actor, body, text }) => {
    const data = await service.createDepartment(tx, actor, body);
    return { message: text("organisation.created", { name: data.name }), data };
  });
  serve(app, contract.updateDepartment, async ({ tx, actor, params, body, text }) => {
    const data = await service.updateDepartment(tx, actor, params.id, body);
    return { message: text("organisation.saved", { name: data.name }), data };
  });
  serve(app, contract.deleteDepartment, async ({ tx, actor, params, query, body, text }) => {
    await service.deleteDepartment(tx, actor, params.id, body.successor_id ?? query.successor_id ?? null);
    return { message: text("organisation.deleted"), id: params.id };
  });
}
