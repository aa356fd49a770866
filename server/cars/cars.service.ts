import type { InferType } from "yup";
import type { Car } from "../../shared/cars/cars.contract";
import type { carSchema } from "../../shared/cars/cars.schema";
import { bookingsAhead } from "../places/bookings-ahead.service";
import { recordsOf } from "../places/record.service";
import { CarEntity } from "./car.entity";
import * as statements from "./cars.sql";

export const cars = recordsOf<Omit<Car, "can">, InferType<typeof carSchema>>({
  kind: "car",
  permissions: { edit: "car-edit", delete: "car-delete" },
  rules: { car_plate_once: "plate_number", car_mileage_never_falls: ["mileage", "car.mileageFalls"] },
  list: statements.listCars,
  byId: statements.carById,
  lock: statements.lockCar,
  uses: bookingsAhead("car"),
  trash: statements.trashCar,
  restore: statements.returnCar,
  nameOf: ({ name }) => name,
  async write(tx, id, input) {
    const row = {
      name: input.name,
      type: input.type,
      plateNumber: input.plate_number,
      color: input.color,
      seats: input.seats,
      licenceClass: input.licence_class,
      insuredUntil: input.insured_until,
      inspectedUntil: input.inspected_until,
      mileage: input.mileage,
      hourlyRate: input.hourly_rate,
    };
    if (id === null) return (await tx.repo(CarEntity).insert(row)).id;
    await tx.repo(CarEntity).update({ id }, { ...row, version: () => "version + 1" });
    return id;
  },
});
