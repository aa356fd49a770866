import type { InferType } from "yup";
import { invalid } from "../../shared/kernel/problems";
import type { roomSchema } from "../../shared/places/places.schema";
import type { Room } from "../../shared/places/rooms.contract";
import type { Tx } from "../platform/database/unit-of-work";
import { keepFloor } from "./places.sql";
import { recordsOf } from "./record.service";
import { RoomEntity } from "./room.entity";
import * as statements from "./rooms.sql";
import { bookingsAhead } from "./bookings-ahead.service";

type Input = InferType<typeof roomSchema>;

const rowOf = (input: Input) => ({
  name: input.name,
  buildingId: input.building_id,
  floorId: input.floor_id,
  area: input.area === undefined || input.area === null ? input.area : String(input.area),
  capacity: input.capacity,
  tools: input.tools && [...new Set(input.tools)],
  color: input.color,
  opensAt: input.opens_at,
  closesAt: input.closes_at,
  openDays: input.open_days,
  autoApprove: input.auto_approve,
  pendingBlocks: input.pending_blocks,
  audience: input.audience,
  noticeMinutes: input.notice_minutes,
  aheadDays: input.ahead_days,
  longestMinutes: input.longest_minutes,
  bufferBeforeMinutes: input.buffer_before_minutes,
  bufferAfterMinutes: input.buffer_after_minutes,
  crossDay: input.cross_day,
  checkInMinutes: input.check_in_minutes,
  hourlyRate: input.hourly_rate,
});

export const rooms = recordsOf<Omit<Room, "can">, Input>({
  kind: "room",
  permissions: { edit: "room-edit", delete: "room-delete" },
  rules: {
    room_name_once: "name",
    room_opening_hours: ["closes_at", "field.endBeforeStart"],
    room_group_tenant_id_group_id_fkey: ["group_ids", "field.unknown"],
    room_department_tenant_id_department_id_fkey: ["department_ids", "field.unknown"],
  },
  list: statements.listRooms,
  byId: statements.roomById,
  lock: statements.lockRoom,
  uses: bookingsAhead("room"),
  trash: statements.trashRoom,
  restore: statements.returnRoom,
  nameOf: ({ name }) => name,
  async write(tx, given, input) {
    await requireFloor(tx, input.floor_id, input.building_id);
    const repo = tx.repo(RoomEntity);
    const row = rowOf(input);
    const id = given ?? (await repo.insert({ ...row, tools: row.tools ?? [], openDays: row.openDays ?? everyDay })).id;
    if (given !== null) await repo.update({ id }, { ...row, version: () => "version + 1" });
    if (input.group_ids) await tx.rows(statements.setGroups, [id, [...new Set(input.group_ids)]]);
    if (input.department_ids) await tx.rows(statements.setDepartments, [id, [...new Set(input.department_ids)]]);
    return id;
  },
  mayReturn: (tx, { floor_id, building_id }) => requireFloor(tx, floor_id, building_id),
});

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** @throws Problem 422 unless the floor is there, in that building. It stays while this transaction lasts. */
async function requireFloor(tx: Tx, floorId: number, buildingId: number): Promise<void> {
  if (!(await tx.one(keepFloor, [floorId, buildingId]))) throw invalid("floor_id", "field.unknown");
}
