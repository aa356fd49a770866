import type { InferType } from "yup";
import { type Equipment, maxEquipment } from "../../../shared/bookings/equipment/equipment.contract";
import type { equipmentSchema } from "../../../shared/bookings/equipment/equipment.schema";
import { entityWriter } from "../../platform/records/record.service";
import { createResources, everyDay } from "../resources/resources.service";
import { requireBuilding } from "../rooms/buildings.service";
import { EquipmentEntity } from "./equipment.entity";
import { equipmentStatements, countEquipmentUses } from "./equipment.sql";

type Input = InferType<typeof equipmentSchema>;

export const equipmentService = createResources<Omit<Equipment, "can">, Input>({
  kind: "equipment",
  most: maxEquipment,
  permissions: "room",
  rules: {
    equipment_name_once: "name",
    equipment_building: ["building_id", "field.unknown"],
    equipment_opening_hours: ["closes_at", "field.endBeforeStart"],
  },
  statements: equipmentStatements,
  uses: countEquipmentUses,
  nameOf: ({ name }) => name,
  check: requireBuilding,
  checkParent: requireBuilding,
  write: entityWriter(EquipmentEntity, (input: Input, isNew) => ({
    name: input.name,
    kind: input.kind,
    buildingId: input.building_id,
    color: input.color,
    autoApprove: input.auto_approve,
    opensAt: input.opens_at,
    closesAt: input.closes_at,
    openDays: input.open_days ?? (isNew ? everyDay : undefined),
  })),
});
