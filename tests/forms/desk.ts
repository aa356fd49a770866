import { UserEntity } from "../../server/people/user.entity";
import { emptyDefinition, type FormDefinition, type FormField, newField } from "../../shared/forms/forms.definition";
import type { Answer, Api } from "../support/api";
import type { World } from "../support/world";
import { ok } from "../tasks/board";

export const field = (kind: FormField["kind"], id: string, more: Partial<FormField> = {}): FormField => ({
  ...newField(kind, id),
  label: `Field ${id}`,
  ...more,
});

const choices = [
  { id: "c1", label: "Laptop", translations: {} },
  { id: "c2", label: "Screen", translations: {} },
];

/** What is needed, why if it is a laptop, and a file. */
export const equipment: FormDefinition = {
  ...emptyDefinition("IT equipment"),
  fields: [
    field("choice", "f1", { required: true, in_inbox: true, choices }),
    field("long_text", "f2", { required: true, shown_if: [{ field: "f1", op: "is", value: "c1" }] }),
    field("money", "f3", { min: "0", currencies: ["USD", "EUR"] }),
    field("file", "f4"),
  ],
};

export interface Desk {
  world: World;
  hr: Api;
  employee: Api;
  manager: Api;
  /** @returns the id of the form, published. */
  publish(definition: FormDefinition): Promise<number>;
  fill(form: number, body: object, as?: Api): Promise<Answer>;
}

/** An employee with a manager, and somebody who makes forms. */
export async function desk(world: World): Promise<Desk> {
  const { employee, manager, hr } = world;
  await world.tx((tx) => tx.repo(UserEntity).update({ id: employee.id }, { parentId: manager.id }));
  const maker = world.api(hr);
  const api = world.api(employee);
  return {
    world,
    hr: maker,
    employee: api,
    manager: world.api(manager),
    async publish(definition) {
      const { id } = ok(await maker.post("/vas/vas-template", { title: definition.title })).body.data as { id: number };
      ok(await maker.put(`/vas/vas-template/${id}`, { definition }));
      ok(await maker.put(`/vas/vas-template/${id}/publish`));
      return id;
    },
    fill: (form_id, body, as = api) => as.post("/vas/vas-request", { form_id, ...body }),
  };
}

/** Sorted. */
export const idsOf = (answer: Answer): number[] =>
  (answer.body.data as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b);
