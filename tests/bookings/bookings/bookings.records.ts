import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertBuilding = sql(
  "factory.building",
  "INSERT INTO building (tenant_id, name) VALUES (current_tenant(), $1) RETURNING id",
);
const insertFloor = sql(
  "factory.floor",
  "INSERT INTO floor (tenant_id, building_id, name) VALUES (current_tenant(), $1, $2) RETURNING id",
);
const insertRoom = sql(
  "factory.room",
  `INSERT INTO room (tenant_id, building_id, floor_id, name, capacity) VALUES (current_tenant(), $1, $2, $3, 8) RETURNING id`,
);
const insertCar = sql(
  "factory.car",
  `INSERT INTO car (tenant_id, name, type, plate_number, seats) VALUES (current_tenant(), $1, 'sedan', $2, 4) RETURNING id`,
);
const insertEquipment = sql(
  "factory.equipment",
  "INSERT INTO equipment (tenant_id, building_id, name, kind) VALUES (current_tenant(), $1, $2, 'projector') RETURNING id",
);
const insertDriver = sql(
  "factory.driver",
  "INSERT INTO driver (tenant_id, fullname) VALUES (current_tenant(), $1) RETURNING id",
);
const insertOutage = sql(
  "factory.outage",
  `INSERT INTO outage (tenant_id, car_id, starts_at, ends_at, reason)
   VALUES (current_tenant(), $1, '2030-03-04T08:00Z', '2030-03-05T08:00Z', $2) RETURNING id`,
);
const insertBooking = sql(
  "factory.booking",
  `INSERT INTO booking (tenant_id, bookable_type, room_id, requester_id, title, status, starts_at, ends_at)
   VALUES (current_tenant(), 'room', $1, $2, $3, 'approved', now() + interval '30 days', now() + interval '30 days 1 hour')
   RETURNING id`,
);

const insertBookingRequest = sql(
  "factory.bookingRequest",
  `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, title, status, round, sent_at, decided_at)
     VALUES (current_tenant(), 'booking', $1, 'room-' || $2::bigint, $4, 'approved', 1, now(), now()) RETURNING id)
   INSERT INTO booking_request (id, tenant_id, booking_id) SELECT id, current_tenant(), $3 FROM r RETURNING id`,
);
const insertTrip = sql(
  "factory.trip",
  `WITH b AS (INSERT INTO booking (tenant_id, bookable_type, car_type, car_id, requester_id, title, status, starts_at, ends_at)
     VALUES (current_tenant(), 'car', 'sedan', $1, $2, $3, 'approved', now() - interval '60 days', now() - interval '59 days')
     RETURNING tenant_id, id, car_id)
   INSERT INTO trip (tenant_id, booking_id, car_id, started_at, start_km, ended_at, end_km, note)
   SELECT tenant_id, id, car_id, now() - interval '60 days', 10, now() - interval '59 days', 20, $3 FROM b RETURNING booking_id AS id`,
);
const insertTripPhoto = sql(
  "factory.tripPhoto",
  `WITH f AS (INSERT INTO file (tenant_id, name, type, size, storage_key, uploaded_by, preview_state)
     VALUES (current_tenant(), $3, 'image/png', 1, 'trip/' || $3 || current_tenant(), $2, 'none') RETURNING tenant_id, id)
   INSERT INTO trip_photo (tenant_id, booking_id, file_id) SELECT tenant_id, $1, id FROM f RETURNING id`,
);

export const makeRecords: MakeRecords = async (one, { admin, mark }) => {
  const parentRecords = await awaitRecords({
    building: one(insertBuilding, [`Building ${mark}`]),
    car: one(insertCar, [`Car ${mark}`, `P ${mark}`]),
    driver: one(insertDriver, [`Driver ${mark}`]),
  });
  const hanging = await awaitRecords({
    floor: one(insertFloor, [parentRecords.building, `Floor ${mark}`]),
    equipment: one(insertEquipment, [parentRecords.building, `Equipment ${mark}`]),
    outage: one(insertOutage, [parentRecords.car, `Reason ${mark}`]),
  });
  const roomId = await one(insertRoom, [parentRecords.building, hanging.floor, `Room ${mark}`]);
  const booked = await awaitRecords({
    booking: one(insertBooking, [roomId, admin, `Booking ${mark}`]),
    trip: one(insertTrip, [parentRecords.car, admin, `Trip ${mark}`]),
  });
  const last = awaitRecords({
    bookingRequest: one(insertBookingRequest, [admin, roomId, booked.booking, `Booking ${mark}`]),
    tripPhoto: one(insertTripPhoto, [booked.trip, admin, `Photo ${mark}`]),
  });
  return { ...parentRecords, ...hanging, room: roomId, ...booked, ...(await last) };
};
