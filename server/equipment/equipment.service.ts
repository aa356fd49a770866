import type { InferType } from "yup";
import type { Equipment } from "../../shared/equipment/equipment.contract";
import type { equipmentSchema } from "../../shared/equipment/equipment.schema";
import { requireBuilding } from "../places/buildings.service";
import { recordsOf } from "../places/record.service";
import { EquipmentEntity } from "./equipment.entity";
import * as statements from "./equipment.sql";

const everyDay = [1, 2, 3, 4, 5, 6, 7];

export const equipment = recordsOf<Omit<Equipment, "can">, InferType<typeof equipmentSchema>>({
  kind: "equipment",
  permissions: { edit: "room-edit", delete: "room-delete" },
  rules: {
    equipment_name_once: "name",
    equipment_building: ["building_id", "field.unknown"],
    equipment_opening_hours: ["closes_at", "field.endBeforeStart"],
  },
  list: statements.listEquipment,
  byId: statements.equipmentById,
  lock: statements.lockEquipment,
  uses: statements.equipmentUses,
  trash: statements.trashEquipment,
  restore: statements.returnEquipment,
  nameOf: ({ name }) => name,
  async write(tx, id, input) {
    await requireBuilding(tx, input.building_id);
    const row = {
      name: input.name,
      kind: input.kind,
      buildingId: input.building_id,
      color: input.color,
      autoApprove: input.auto_approve,
      opensAt: input.opens_at,
      closesAt: input.closes_at,
      openDays: input.open_days,
    };
    if (id === null) return (await tx.repo(EquipmentEntity).insert({ ...row, openDays: row.openDays ?? everyDay })).id;
    await tx.repo(EquipmentEntity).update({ id }, { ...row, version: () => "version + 1" });
    return id;
  },
  mayReturn: (tx, { building_id }) => requireBuilding(tx, building_id),
});
