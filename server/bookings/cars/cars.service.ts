import type { InferType } from "yup";
import { type Car, maxCars } from "../../../shared/bookings/cars/cars.contract";
import type { carSchema } from "../../../shared/bookings/cars/cars.schema";
import { entityWriter } from "../../platform/records/record.service";
import { createResources, upcomingBookings } from "../resources/resources.service";
import { CarEntity } from "./car.entity";
import { carStatements } from "./cars.sql";

type Input = InferType<typeof carSchema>;

export const carService = createResources<Omit<Car, "can">, Input>({
  kind: "car",
  most: maxCars,
  permissions: "car",
  rules: { car_plate_once: "plate_number", car_mileage_never_falls: ["mileage", "car.mileageFalls"] },
  statements: carStatements,
  uses: upcomingBookings("car"),
  nameOf: ({ name }) => name,
  write: entityWriter(CarEntity, (input: Input) => ({
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
  })),
});
