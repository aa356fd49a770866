import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { reply } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { listShape, resourceCalls, resourceShape } from "../resources/resources.contract";
import { carSchema, carTypes, licenceClasses } from "./cars.schema";

const typeReply = () =>
  string()
    .oneOf([...carTypes])
    .required();

export const carReply = object({
  ...resourceShape,
  name: reply.text(),
  type: typeReply(),
  plate_number: reply.text(),
  color: reply.textOrNull(),
  seats: reply.numberOrNull(),
  licence_class: string()
    .oneOf([...licenceClasses])
    .required(),
  image: reply.textOrNull(),
  insured_until: reply.textOrNull(),
  inspected_until: reply.textOrNull(),
  mileage: reply.number(),
  hourly_rate: reply.textOrNull(),
});
export type Car = InferType<typeof carReply>;

export const maxCars = 5_000;

export const {
  list: listCars,
  create: createCar,
  update: updateCar,
  remove: deleteCar,
  restore: restoreCar,
  uploadPhoto: uploadCarPhoto,
  removePhoto: removeCarPhoto,
} = resourceCalls({
  noun: "car",
  called: "a car",
  list: {
    summary: "Lists cars by name. `search` matches names, plates and types.",
    permission: ["car-list", "reservation-list"],
    query: object({ ...listShape, type: string().oneOf([...carTypes], "field.oneOf") }),
    expensive: "unlessPaged",
  },
  limit: maxCars,
  body: carSchema,
  reply: carReply,
  example: { name: "Ford Transit", type: "minibus", plate_number: "22 E 4417", seats: 9 },
  updateExample: { name: "Ford Transit", type: "minibus", plate_number: "22 E 4418" },
  removal: "Its upcoming trips are returned first, then reassigned or cancelled as requested.",
});

export const listCarTypeChoices = endpoint({
  method: "GET",
  path: "/car/types",
  summary: "Lists the car types in the caller's language, in the format of both clients.",
  permission: ["car-list", "reservation-list"],
  reply: object({
    message: string(),
    carTypesWeb: array(object({ value: typeReply(), label: reply.text() })).required(),
    carTypesMobile: array(object({ id: typeReply(), name: reply.text() })).required(),
  }),
});
