import type { DemoTenant } from "../demo.history";
import type { DemoLog } from "../demo.rows";

/** Of which building, name, kind. */
const pieces = [
  [0, "Projector 1", "projector"],
  [0, "Projector 2", "projector"],
  [0, "Conference camera", "camera"],
  [1, "Hand-held microphone", "microphone"],
] as const;

/** What is lent out along with rooms. */
export function writeEquipment(log: DemoLog, tenant: DemoTenant, buildings: readonly { id: number }[]): void {
  for (const [building, name, kind] of pieces)
    log.add("equipment", {
      id: log.id("equipment"),
      tenant_id: tenant.id,
      building_id: buildings[building]?.id,
      name,
      kind,
      version: 1,
    });
}
