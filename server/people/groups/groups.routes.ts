import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/people/groups/groups.contract";
import { searchPatterns } from "../../platform/database/search";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveRecords } from "../../platform/records/record-routes";
import { groupRecords, updateGroup } from "./groups.service";
import { selectGroups } from "./groups.sql";

export function registerGroupsRoutes(app: FastifyInstance): void {
  const records = { ...groupRecords, update: updateGroup };
  serveRecords(app, records, {
    list: contract.listGroups,
    single: contract.readGroup,
    create: contract.createGroup,
    update: contract.updateGroup,
    remove: contract.deleteGroup,
  });
  serveEndpoint(app, contract.selectGroups, async ({ tx, query }) => ({
    data: await tx.rows<{ id: number; title: string }>(selectGroups, [searchPatterns(query)]),
  }));
}
