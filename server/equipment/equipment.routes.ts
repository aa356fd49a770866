import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/equipment/equipment.contract";
import { serveChanges } from "../places/record-calls.service";
import { serve } from "../platform/http/serve";
import { equipment } from "./equipment.service";

export function registerEquipmentRoutes(app: FastifyInstance): void {
  serve(app, contract.listEquipment, ({ tx, actor, query }) => equipment.list(tx, actor, query));
  serveChanges(app, equipment, {
    create: contract.createEquipment,
    update: contract.updateEquipment,
    remove: contract.deleteEquipment,
    restore: contract.restoreEquipment,
  });
}
