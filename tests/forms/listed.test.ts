import { DepartmentEntity } from "../../server/departments/department.entity";
import { emptyDefinition, type FormDefinition } from "../../shared/forms/forms.definition";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { desk, field } from "./desk";

const server = testServer();

const choice = (id: string) => ({ id, label: `Choice ${id}`, translations: { de: `Wahl ${id}` } });

/** Everything in it is to be seen at once. */
const large: FormDefinition = {
  ...emptyDefinition("Removal"),
  fields: [
    field("long_text", "f1"),
    field("choice", "f2", { choices: Array.from({ length: 40 }, (_, n) => choice(`c${n}`)) }),
    field("text", "f3"),
    field("department", "f4", { shown_if: [{ field: "f3", op: "filled", value: "" }] }),
    field("text", "f5", { default: "As ever" }),
    field("number", "f6"),
  ].map((one) => ({ ...one, in_inbox: true })),
};

test("a list reads three answers that fit into a line, with the chosen choice alone; who opens the request sees all", async () => {
  const { world, fill, publish, manager, employee } = await desk(await server.world());
  const form = await publish(large);
  const department = await world.tx((tx) => tx.repo(DepartmentEntity).insert({ name: "Warehouse", code: "WH" }));
  const answers = { f1: "Long".repeat(1_000), f2: "c7", f3: "Third floor", f4: department.id, f6: "12" };
  const { id } = ok(await fill(form, { answers })).body.data;
  const other = ok(await fill(form, { answers: { f5: "Desk" } })).body.data;
  const inbox = ok(await manager.get("/approvals/inbox")).body.data as { request: { id: number }; facts: object }[];
  const factsOf = (of: number) => inbox.find(({ request }) => request.id === of)?.facts;
  expect(factsOf(id)).toEqual({
    form: { id: form, title: "Removal", translations: {} },
    fields: [{ ...large.fields[1], choices: [choice("c7")] }, large.fields[2], { ...large.fields[3], shown_if: [] }],
    answers: { f2: "c7", f3: "Third floor", f4: department.id },
    names: { people: [], departments: [{ id: department.id, name: "Warehouse" }] },
    files: 0,
  });
  expect(factsOf(other.id)).toMatchObject({ fields: [{ id: "f5", default: null }], answers: { f5: "Desk" } });
  const whole = ok(await employee.get(`/vas/vas-request/${id}`)).body.data;
  expect([whole.definition.fields.length, whole.answers]).toEqual([6, answers]);
});
