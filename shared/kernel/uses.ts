import { array, object } from "yup";
import { idField, reply, type EntityName } from "./fields";
import { number, string } from "./schemas";

/** What still names a record that is to be deleted. */
export const useKinds = [
  "people",
  "departments",
  "projects",
  "tasks",
  "requests",
  "budgets",
  "rules",
  "forms",
  "rooms",
  "floors",
  "places",
  "bookings",
  "equipment",
  "articles",
  "onboarding",
  "vacancies",
  "sign_on",
] as const;
export type UseKind = (typeof useKinds)[number];

export const usesReply = array(
  object({
    kind: string()
      .oneOf([...useKinds])
      .required(),
    count: number().required(),
    /** Some of them by name. */
    names: array(reply.text()).required(),
  }),
).required();

export interface Use {
  kind: UseKind;
  count: number;
  names: string[];
}

/** Whoever takes over all that names the record. */
export const successorSchema = (entity: EntityName) => object({ successor_id: idField(entity).nullable() });
