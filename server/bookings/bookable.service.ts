/** What a booking `b` is of, in statements: its room, its car, or of equipment alone the piece that stands first. */
export const bookableId = `COALESCE(b.room_id, b.car_id, CASE WHEN b.bookable_type = 'equipment' THEN b.equipment_ids[1] END)`;

/** The piece `piece` of a booking `b` of equipment alone, in the building `lent`. */
export const joinPiece = `LEFT JOIN equipment piece ON piece.tenant_id = b.tenant_id AND b.bookable_type = 'equipment' AND piece.id = b.equipment_ids[1]
  LEFT JOIN building lent ON lent.tenant_id = piece.tenant_id AND lent.id = piece.building_id`;

/** What rules and lists of requests call it: a room and a piece by their ids, a car by its type. */
export const requestType = `COALESCE('room-' || b.room_id, b.car_type, 'equipment-' || b.equipment_ids[1])`;
