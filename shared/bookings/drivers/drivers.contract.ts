import { array, type InferType, object } from "yup";
import { licenceClasses } from "../cars/cars.schema";
import { reply } from "../../kernel/fields";
import { number, string } from "../../kernel/schemas";
import { listShape, resourceCalls, resourceShape } from "../resources/resources.contract";
import { driverSchema } from "./drivers.schema";

export const driverReply = object({
  ...resourceShape,
  /** Null for external drivers. */
  user_id: reply.numberOrNull(),
  fullname: reply.text(),
  image: reply.textOrNull(),
  phone_number: reply.textOrNull(),
  licence_classes: array(
    string()
      .oneOf([...licenceClasses])
      .required(),
  ).required(),
  licence_expires_on: reply.textOrNull(),
  works_from: reply.textOrNull(),
  works_until: reply.textOrNull(),
  work_days: array(number().required()).required(),
});
export type Driver = InferType<typeof driverReply>;

export const maxDrivers = 5_000;

export const {
  list: listDrivers,
  single: readDriver,
  create: createDriver,
  update: updateDriver,
  remove: deleteDriver,
  restore: restoreDriver,
} = resourceCalls({
  noun: "driver",
  called: "a driver",
  list: {
    summary: "Lists drivers by name.",
    permission: ["driver-list", "reservation-approve"],
    query: object(listShape),
    expensive: "unlessPaged",
  },
  limit: maxDrivers,
  body: driverSchema,
  reply: driverReply,
  example: { fullname: "Khalid Hamid", phone_number: "+964 750 1234567", licence_classes: ["B", "D1"] },
  updateExample: { phone_number: "+964 750 7654321" },
  summaries: { create: "Creates a driver: an employee, or an external person by name." },
  removal: "Upcoming trips are returned first, then reassigned or cancelled as requested.",
});
