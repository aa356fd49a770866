import type { BodyOf } from "../../shared/kernel/endpoint";
import type { createTask } from "../../shared/tasks/tasks.contract";
import { type CreatedField, createdFields } from "../../shared/tasks/tasks.field-lists";
import { taskFields } from "../../shared/tasks/tasks.fields";
import type { TaskEntity } from "./task.entity";
import { type Fact, factNames } from "./tasks.fields";

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
/** A field for which the entity has no property doesn't compile here. */
type FactsOfRow = Pick<TaskEntity, Camel<CreatedField & Fact>>;

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The facts of a new task as its row has them; what isn't said is as the table of fields begins. */
export function rowOf(input: Pick<BodyOf<typeof createTask>, CreatedField & Fact>): FactsOfRow {
  const facts = createdFields.filter((name): name is CreatedField & Fact => factNames.some((fact) => fact === name));
  return Object.fromEntries(facts.map((name) => [camel(name), input[name] ?? taskFields[name].initial])) as FactsOfRow;
}
