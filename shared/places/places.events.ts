/** What can be booked, or stands above it. */
export type PlaceKind = "building" | "floor" | "room" | "equipment";
export type VehicleKind = "car" | "driver";

type Told<Kind extends string> = {
  [Type in `${Kind}.${"created" | "updated" | "deleted"}`]: { id: number; name: string };
};

/** On the stream of rooms; a change of when something is out of order is one of it. Restored is updated. */
export interface PlaceEvents extends Told<PlaceKind> {}
/** On the stream of cars. */
export interface VehicleEvents extends Told<VehicleKind> {}
