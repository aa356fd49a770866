import { DepartmentEntity } from "../../../server/people/departments/department.entity";
import { emptyDefinition, type FormDefinition } from "../../../shared/requests/forms/forms.definition";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { formsFixture, formField } from "./fixtures";

const server = testServer();

const choice = (id: string) => ({ id, label: `Choice ${id}`, translations: { de: `Wahl ${id}` } });

const large: FormDefinition = {
  ...emptyDefinition("Removal"),
  fields: [
    formField("long_text", "f1"),
    formField("choice", "f2", { choices: Array.from({ length: 40 }, (_, n) => choice(`c${n}`)) }),
    formField("text", "f3"),
    formField("department", "f4", { shown_if: [{ field: "f3", op: "filled", value: "" }] }),
    formField("text", "f5", { default: "As ever" }),
    formField("number", "f6"),
  ].map((one) => ({ ...one, in_inbox: true })),
};

test("lists contain three short answers, and details contain all of them", async () => {
  const { world, fill, publish, manager, employee } = await formsFixture(await server.world());
  const form = await publish(large);
  const department = await world.tx((tx) => tx.repo(DepartmentEntity).insert({ name: "Warehouse", code: "WH" }));
  const answers = { f1: "Long".repeat(1_000), f2: "c7", f3: "Third floor", f4: department.id, f6: "12" };
  const { id } = requireOk(await fill(form, { answers })).body.data;
  const other = requireOk(await fill(form, { answers: { f5: "Desk" } })).body.data;
  const inbox = requireOk(await manager.get("/approvals/inbox")).body.data as {
    request: { id: number };
    facts: object;
  }[];
  const factsOf = (of: number) => inbox.find(({ request }) => request.id === of)?.facts;
  expect(factsOf(id)).toEqual({
    form: { id: form, title: "Removal", translations: {} },
    fields: [{ ...large.fields[1], choices: [choice("c7")] }, large.fields[2], { ...large.fields[3], shown_if: [] }],
    answers: { f2: "c7", f3: "Third floor", f4: department.id },
    names: { people: [], departments: [{ id: department.id, name: "Warehouse" }] },
    files: 0,
  });
  expect(factsOf(other.id)).toMatchObject({ fields: [{ id: "f5", default: null }], answers: { f5: "Desk" } });
  const whole = requireOk(await employee.get(`/vas/vas-request/${id}`)).body.data;
  expect([whole.definition.fields.length, whole.answers]).toEqual([6, answers]);
});
