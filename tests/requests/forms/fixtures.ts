import { UserEntity } from "../../../server/people/people/user.entity";
import {
  emptyDefinition,
  type FormDefinition,
  type FormField,
  newField,
} from "../../../shared/requests/forms/forms.definition";
import type { Answer, Api } from "../../support/api";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

export const formField = (kind: FormField["kind"], id: string, overrides: Partial<FormField> = {}): FormField => ({
  ...newField(kind, id),
  label: `Field ${id}`,
  ...overrides,
});

const choices = [
  { id: "c1", label: "Laptop", translations: {} },
  { id: "c2", label: "Screen", translations: {} },
];

export const equipmentForm: FormDefinition = {
  ...emptyDefinition("IT equipment"),
  fields: [
    formField("choice", "f1", { required: true, in_inbox: true, choices }),
    formField("long_text", "f2", { required: true, shown_if: [{ field: "f1", op: "is", value: "c1" }] }),
    formField("money", "f3", { min: "0", currencies: ["USD", "EUR"] }),
    formField("file", "f4"),
  ],
};

export interface FormsFixture {
  world: World;
  hr: Api;
  employee: Api;
  manager: Api;
  publish(definition: FormDefinition): Promise<number>;
  fill(form: number, body: object, as?: Api): Promise<Answer>;
}

export async function formsFixture(world: World): Promise<FormsFixture> {
  const { employee, manager, hr } = world;
  await world.tx((tx) => tx.repo(UserEntity).update({ id: employee.id }, { managerId: manager.id }));
  const editor = world.api(hr);
  const api = world.api(employee);
  return {
    world,
    hr: editor,
    employee: api,
    manager: world.api(manager),
    async publish(definition) {
      const { id } = requireOk(await editor.post("/vas/vas-template", { title: definition.title })).body.data as {
        id: number;
      };
      requireOk(await editor.put(`/vas/vas-template/${id}`, { definition }));
      requireOk(await editor.put(`/vas/vas-template/${id}/publish`));
      return id;
    },
    fill: (form_id, body, as = api) => as.post("/vas/vas-request", { form_id, ...body }),
  };
}

export const sortedIdsOf = (answer: Answer): number[] =>
  (answer.body.data as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b);
