import type { BodyOf } from "../../../shared/kernel/endpoint";
import type { createTask } from "../../../shared/work/tasks/tasks.contract";
import { type CreatedField, createdFields } from "../../../shared/work/tasks/tasks.field-lists";
import { taskFields } from "../../../shared/work/tasks/tasks.fields";
import type { TaskEntity } from "./task.entity";
import { type StoredFieldName, storedFieldNames } from "./tasks.fields";

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
/** Row properties of the fields that a new task can set. Fails to compile if the entity lacks such a field. */
type FactsOfRow = Pick<TaskEntity, Camel<CreatedField & StoredFieldName>>;

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Row values of a new task; missing fields get their initial values. */
export function newTaskRow(input: Pick<BodyOf<typeof createTask>, CreatedField & StoredFieldName>): FactsOfRow {
  const facts = createdFields.filter((name): name is CreatedField & StoredFieldName =>
    storedFieldNames.some((fact) => fact === name),
  );
  return Object.fromEntries(facts.map((name) => [camel(name), input[name] ?? taskFields[name].initial])) as FactsOfRow;
}
