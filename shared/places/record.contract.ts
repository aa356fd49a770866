import { array, object, type ObjectSchema, type AnyObject } from "yup";
import { pageMeta, pagingShape, reply, searchShape } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { flagField } from "./named.schema";
import { placeSorts } from "./places.schema";

/** What every record of a place or a vehicle has. */
export const recordShape = {
  id: reply.id(),
  version: reply.number(),
  /** Null: it is there. */
  deleted_at: reply.textOrNull(),
  can: object({ edit: boolean().required(), delete: boolean().required() }),
};

export const listQueryShape = {
  ...pagingShape,
  ...searchShape,
  sort: string().oneOf([...placeSorts], "field.oneOf"),
  /** Deleted ones as well. */
  with_trashed: flagField(),
};

export const listReplyOf = <Shape extends AnyObject>(record: ObjectSchema<Shape>) =>
  object({ message: string(), data: array(record).required(), revision: reply.number(), meta: pageMeta });
