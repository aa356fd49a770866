import type { InferType } from "yup";
import type { Equipment } from "../../shared/equipment/equipment.contract";
import type { equipmentSchema } from "../../shared/equipment/equipment.schema";
import { requireBuilding } from "../places/buildings.service";
import { recordsOf } from "../places/record.service";
import { EquipmentEntity } from "./equipment.entity";
import * as statements from "./equipment.sql";

export const equipment = recordsOf<Omit<Equipment, "can">, InferType<typeof equipmentSchema>>({
  kind: "equipment",
  permissions: { edit: "room-edit", delete: "room-delete" },
  rules: { equipment_name_once: "name", equipment_building: ["building_id", "field.unknown"] },
  list: statements.listEquipment,
  byId: statements.equipmentById,
  lock: statements.lockEquipment,
  uses: statements.equipmentUses,
  trash: statements.trashEquipment,
  restore: statements.returnEquipment,
  nameOf: ({ name }) => name,
  async write(tx, id, { name, kind, building_id, color }) {
    await requireBuilding(tx, building_id);
    const row = { name, kind, buildingId: building_id, color };
    if (id === null) return (await tx.repo(EquipmentEntity).insert(row)).id;
    await tx.repo(EquipmentEntity).update({ id }, { ...row, version: () => "version + 1" });
    return id;
  },
  mayReturn: (tx, { building_id }) => requireBuilding(tx, building_id),
});
