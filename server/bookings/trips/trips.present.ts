import type { Trip, TripPhoto } from "../../../shared/bookings/trips/trips.contract";
import { tripPermissionsOf, isDrivenBy } from "../../../shared/bookings/trips/trips.rules";
import { type FileDetails, presentStoredFile } from "../../work/attachments/attachments.present";
import type { Actor } from "../../platform/session";
import { concernsReader } from "../../platform/viewing";

interface PhotoRow extends Omit<FileDetails, "id"> {
  id: number;
  file_id: number;
}

export interface TripRow
  extends Pick<
    Trip,
    "id" | "title" | "note" | "purpose" | "private" | "from_place" | "to_place" | "seats" | "car" | "driver"
  > {
  status: string;
  requester: NonNullable<Trip["requester"]>;
  starts_at: Date;
  ends_at: Date;
  started_at: Date | null;
  start_km: number | null;
  ended_at: Date | null;
  end_km: number | null;
  fuel_litres: number | null;
  log_note: string | null;
  photos: PhotoRow[];
}

export const presentPhoto = ({ id, file_id, ...file }: PhotoRow): TripPhoto => ({
  id,
  file: presentStoredFile({ ...file, id: file_id }),
});

const logOf = (row: TripRow): Trip["log"] =>
  row.started_at && {
    started_at: row.started_at.toISOString(),
    start_km: row.start_km as number,
    ended_at: row.ended_at?.toISOString() ?? null,
    end_km: row.end_km,
    fuel_litres: row.fuel_litres,
    note: row.log_note,
    photos: row.photos.map(presentPhoto),
  };

export const presentFullTrip = (row: TripRow): Omit<Trip, "can"> => ({
  id: row.id,
  title: row.title,
  note: row.note,
  purpose: row.purpose,
  private: row.private,
  from_place: row.from_place,
  to_place: row.to_place,
  seats: row.seats,
  start_date: row.starts_at.toISOString(),
  end_date: row.ends_at.toISOString(),
  requester: row.requester,
  car: row.car,
  driver: row.driver,
  log: logOf(row),
});

/**
 * The trip as visible to the reader. The texts and requester of a private trip are visible only to the requester; its route is visible to
 * the requester and the driver.
 */
export function presentTrip(row: TripRow, actor: Pick<Actor, "id" | "permissions" | "viewing">, now: number): Trip {
  const whole = presentFullTrip(row);
  const can = tripPermissionsOf(whole, actor, now);
  if (!row.private || concernsReader(actor, (id) => row.requester.id === id)) return { ...whole, can };
  const hidden = { title: null, note: null, purpose: null, requester: null };
  const hiddenPlaces = concernsReader(actor, (id) => isDrivenBy(whole, id)) ? {} : { from_place: null, to_place: null };
  return { ...whole, ...hidden, ...hiddenPlaces, can };
}
