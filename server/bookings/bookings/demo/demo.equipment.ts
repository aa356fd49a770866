import { dayMs } from "../../../platform/demo/demo.calendar";
import type { DemoTenant } from "../../../platform/demo/demo.tenant";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";
import { parseCells } from "./demo.bookings";

/** Columns: building index, name, kind */
const pieces = [
  [0, "Projector 1", "projector"],
  [0, "Projector 2", "projector"],
  [0, "Conference camera", "camera"],
  [1, "Hand-held microphone", "microphone"],
  [0, "Loan laptop", "laptop"],
  [1, "Field camera", "camera"],
  [1, "Roll-up screen", "screen"],
] as const;

export function writeEquipment(
  log: DemoLog,
  tenant: DemoTenant,
  buildings: readonly { id: number }[],
): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  for (const [building, name, kind] of pieces) {
    const id = log.id("equipment");
    ids.set(name, id);
    log.add("equipment", {
      id,
      tenant_id: tenant.id,
      building_id: buildings[building]?.id,
      name,
      kind,
      opens_at: null,
      closes_at: null,
      open_days: [1, 2, 3, 4, 5, 6, 7],
      auto_approve: true,
      version: 1,
    });
  }
  return ids;
}

/** Columns: piece | days from today | hours in UTC | title | user */
const lent = `
  Projector 1          | -1 | 7-9      | Stock figures for the depots | bahar
  Projector 1          | 0  | 6-8      | Safety film                  | karwan
  Projector 1          | 2  | 9-12     | Rate slides for carriers     | anna
  Projector 2          | 0  | 10-12    | Prototype, shown large       | minseo
  Projector 2          | 3  | 7-9.5    | Customs training             | mariam
  Conference camera    | 0  | 8-9      | Talk with Rotterdam          | ruben
  Conference camera    | 1  | 12-13.5  | Tour of the new depot        | bahar
  Hand-held microphone | 0  | 5-6      | Briefing in the yard         | azad
  Hand-held microphone | 4  | 10-11    | Long service awards          | tobias
  Loan laptop          | 0  | 5.5-14   | While mine is repaired       | grace
  Loan laptop          | 1  | 5.5-14   | While mine is repaired       | grace
  Loan laptop          | 3  | 7-13     | Trial day                    | avin
  Field camera         | -2 | 6-10     | Damage at dock 3             | viktor
  Field camera         | 0  | 9-13     | Pictures for the news        | nora
  Field camera         | 5  | 6-12     | Inspection at the border     | mariam
  Roll-up screen       | 0  | 7-11     | Stand at the job fair        | zainab
  Roll-up screen       | 2  | 6-10     | Open day of the depot        | yusuf
`;

const hourMs = 3_600_000;

export function writeLentEquipment(log: DemoLog, tenant: DemoTenant, equipment: ReadonlyMap<string, number>): void {
  const today = Math.floor(tenant.now.getTime() / dayMs);
  for (const [piece, day, hours = "", title, who = ""] of parseCells(lent)) {
    const [from, until] = hours
      .split("-")
      .map((hour) => isoInstantOf((today + Number(day)) * dayMs + Number(hour) * hourMs));
    log.add("booking", {
      id: log.id("booking"),
      tenant_id: tenant.id,
      bookable_type: "equipment",
      equipment_ids: [equipment.get(piece)],
      requester_id: tenant.users.get(who)?.id,
      title,
      driver_needed: false,
      private: false,
      status: "approved",
      starts_at: from,
      ends_at: until,
      buffer_before_minutes: 0,
      buffer_after_minutes: 0,
      series_changed: false,
      version: 1,
    });
  }
}
