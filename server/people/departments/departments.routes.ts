import type { FastifyInstance } from "fastify";
import { localDayIn } from "../../../shared/kernel/days";
import * as contract from "../../../shared/people/departments/departments.contract";
import { searchPatterns } from "../../platform/database/search";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveRecords } from "../../platform/records/record-routes";
import { departmentRecords, readDepartmentPage } from "./departments.service";
import { selectDepartments } from "./departments.sql";

export function registerDepartmentsRoutes(app: FastifyInstance): void {
  serveRecords(app, departmentRecords, {
    list: contract.listDepartments,
    create: contract.createDepartment,
    update: contract.updateDepartment,
    remove: contract.deleteDepartment,
  });
  serveEndpoint(app, contract.singleDepartment, async ({ tx, actor, params }) => {
    const year = Number(localDayIn(actor.timeZone, new Date()).slice(0, 4));
    return { data: await readDepartmentPage(tx, actor, params.id, year) };
  });
  serveEndpoint(app, contract.selectDepartments, async ({ tx, query }) => ({
    data: await tx.rows<{ id: number; name: string; parent_id: number | null }>(selectDepartments, [
      searchPatterns(query),
    ]),
  }));
}
