import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/people/positions/positions.contract";
import { searchPatterns } from "../../platform/database/search";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveRecords } from "../../platform/records/record-routes";
import { positionRecords, readPositionWithPeople } from "./positions.service";
import { selectPositions } from "./positions.sql";

export function registerPositionsRoutes(app: FastifyInstance): void {
  serveRecords(app, positionRecords, {
    list: contract.listPositions,
    create: contract.createPosition,
    update: contract.updatePosition,
    remove: contract.deletePosition,
  });
  serveEndpoint(app, contract.singlePosition, async ({ tx, actor, params }) => ({
    data: await readPositionWithPeople(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.selectPositions, async ({ tx, query }) => ({
    data: await tx.rows<{ id: number; title: string }>(selectPositions, [searchPatterns(query)]),
  }));
}
