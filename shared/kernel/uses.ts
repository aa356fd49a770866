import { object } from "yup";
import { idField } from "./fields";

/** Other records that refer to a record; their names are limited to those that the reader may see. */
export interface RecordUse {
  /** Part of the text `organization.uses.<kind>`. */
  kind: string;
  count: number;
  names: string[];
}

export const successorSchema = (entity: string) => object({ successor_id: idField(entity).nullable() });
