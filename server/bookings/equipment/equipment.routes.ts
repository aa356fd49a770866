import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/bookings/equipment/equipment.contract";
import { servePhotos, serveResources } from "../resources/resource-routes";
import { equipmentService } from "./equipment.service";

export function registerEquipmentRoutes(app: FastifyInstance): void {
  serveResources(app, equipmentService, {
    list: contract.listEquipment,
    create: contract.createEquipment,
    update: contract.updateEquipment,
    remove: contract.deleteEquipment,
    restore: contract.restoreEquipment,
  });
  servePhotos(app, "equipment", equipmentService, {
    upload: contract.uploadEquipmentPhoto,
    remove: contract.removeEquipmentPhoto,
  });
}
