/** What everybody may know of a trip: when it was, and what the car's dashboard said. */
export interface ToldTrip {
  /** The booking's. */
  id: number;
  car_id: number;
  started_at: string;
  start_km: number;
  ended_at: string | null;
  end_km: number | null;
  fuel_litres: number | null;
}

/** On the stream of cars. Notes and photos are fetched by those who may see them. */
export interface TripEvents {
  "trip.started": ToldTrip;
  "trip.ended": ToldTrip;
  "trip.noted": { id: number };
}
