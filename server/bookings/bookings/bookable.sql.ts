/** SQL: id of the resource of booking `b`: its room, its car, or the first piece of an equipment-only booking. */
export const bookableIdExpression = `COALESCE(b.room_id, b.car_id, CASE WHEN b.bookable_type = 'equipment' THEN b.equipment_ids[1] END)`;

/** SQL joins: the `piece` of an equipment-only booking `b` and its building `lent`. */
export const joinEquipmentPiece = `LEFT JOIN equipment piece ON piece.tenant_id = b.tenant_id AND b.bookable_type = 'equipment' AND piece.id = b.equipment_ids[1]
  LEFT JOIN building lent ON lent.tenant_id = piece.tenant_id AND lent.id = piece.building_id`;

export const bookableTimeZoneExpression = `COALESCE(
  (SELECT house.time_zone FROM room place JOIN building house ON house.tenant_id = place.tenant_id AND house.id = place.building_id
   WHERE place.tenant_id = b.tenant_id AND place.id = b.room_id),
  (SELECT house.time_zone FROM equipment place JOIN building house ON house.tenant_id = place.tenant_id AND house.id = place.building_id
   WHERE b.bookable_type = 'equipment' AND place.tenant_id = b.tenant_id AND place.id = b.equipment_ids[1]),
  (SELECT organization.time_zone FROM tenant organization WHERE organization.id = b.tenant_id))`;

/** SQL: request type in approval rules and lists: rooms and equipment by id, cars by type. */
export const bookingRequestType = `COALESCE('room-' || b.room_id, b.car_type, 'equipment-' || b.equipment_ids[1])`;
