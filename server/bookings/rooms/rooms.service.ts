import type { InferType } from "yup";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import type { roomSchema } from "../../../shared/bookings/rooms/rooms.schema";
import { maxRooms, type Room } from "../../../shared/bookings/rooms/rooms.contract";
import type { Tx } from "../../platform/database/unit-of-work";
import { entityWriter } from "../../platform/records/record.service";
import { createResources, everyDay, upcomingBookings } from "../resources/resources.service";
import { lockExistingFloor } from "./buildings.sql";
import { RoomEntity } from "./room.entity";
import { roomStatements, updateRoomDepartments, updateRoomGroups } from "./rooms.sql";

type Input = InferType<typeof roomSchema>;

const writeRow = entityWriter(RoomEntity, (input: Input, isNew) => ({
  name: input.name,
  buildingId: input.building_id,
  floorId: input.floor_id,
  area: input.area === undefined || input.area === null ? input.area : String(input.area),
  capacity: input.capacity,
  tools: input.tools ? [...new Set(input.tools)] : isNew ? [] : undefined,
  color: input.color,
  opensAt: input.opens_at,
  closesAt: input.closes_at,
  openDays: input.open_days ?? (isNew ? everyDay : undefined),
  autoApprove: input.auto_approve,
  pendingBlocks: input.pending_blocks,
  audience: input.audience,
  noticeMinutes: input.notice_minutes,
  maxAdvanceDays: input.ahead_days,
  maxBookingMinutes: input.longest_minutes,
  bufferBeforeMinutes: input.buffer_before_minutes,
  bufferAfterMinutes: input.buffer_after_minutes,
  allowsOvernight: input.cross_day,
  checkInMinutes: input.check_in_minutes,
  hourlyRate: input.hourly_rate,
}));

/**
 * Locks the room's floor for the transaction.
 * @throws Problem 422 unless it exists in that building.
 */
async function requireFloor(tx: Tx, room: Pick<Room, "floor_id" | "building_id">): Promise<void> {
  if (!(await tx.one(lockExistingFloor, [room.floor_id, room.building_id])))
    throw invalidFieldProblem("floor_id", "field.unknown");
}

export const roomService = createResources<Omit<Room, "can">, Input>({
  kind: "room",
  most: maxRooms,
  permissions: "room",
  rules: {
    room_name_once: "name",
    room_opening_hours: ["closes_at", "field.endBeforeStart"],
    room_group_tenant_id_group_id_fkey: ["group_ids", "field.unknown"],
    room_department_tenant_id_department_id_fkey: ["department_ids", "field.unknown"],
  },
  statements: roomStatements,
  uses: upcomingBookings("room"),
  nameOf: ({ name }) => name,
  check: requireFloor,
  checkParent: requireFloor,
  async write(tx, given, input) {
    const id = await writeRow(tx, given, input);
    if (input.group_ids) await tx.rows(updateRoomGroups, [id, [...new Set(input.group_ids)]]);
    if (input.department_ids) await tx.rows(updateRoomDepartments, [id, [...new Set(input.department_ids)]]);
    return id;
  },
});
