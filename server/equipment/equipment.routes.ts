import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/equipment/equipment.contract";
import { serveChanges } from "../places/record-calls.service";
import { removePhoto, uploadPhoto } from "../places/photos.service";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps } from "../platform/http/serve/serve-in-steps";
import { equipment } from "./equipment.service";

export function registerEquipmentRoutes(app: FastifyInstance): void {
  serve(app, contract.listEquipment, ({ tx, actor, query }) => equipment.list(tx, actor, query));
  serveInSteps(app, contract.uploadEquipmentPhoto, async (call) => {
    const data = await uploadPhoto(app, call, "equipment", call.params.id, equipment);
    return { message: call.text("people.pictureSaved"), data };
  });
  serve(app, contract.removeEquipmentPhoto, async ({ tx, actor, params, text }) => {
    const data = await removePhoto(tx, actor, "equipment", params.id, equipment);
    return { message: text("organisation.saved", { name: data.name }), data };
  });
  serveChanges(app, equipment, {
    create: contract.createEquipment,
    update: contract.updateEquipment,
    remove: contract.deleteEquipment,
    restore: contract.restoreEquipment,
  });
}
