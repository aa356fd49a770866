import fc from "fast-check";
import { emptyDefinition, fieldKinds, newField, randomId } from "../../../../shared/requests/forms/forms.definition";
import { definitionSchema } from "../../../../shared/requests/forms/forms.schema";
import { addField, changeField, duplicateField, moveField, removeField } from "./builder.edit";

const ids = (definition: { fields: { id: string }[] }) => definition.fields.map(({ id }) => id);
const three = () => ({
  ...emptyDefinition("Form"),
  fields: [newField("text", "f1"), newField("choice", "f2"), newField("number", "f3")],
});

test("a field is inserted at its index with a new id", () => {
  const { definition, id } = addField(three(), "date", 1);
  expect(ids(definition)).toEqual(["f1", id, "f2", "f3"]);
});

test("a new field doesn't get the id of a removed one", () => {
  const { id } = addField(removeField(three(), "f3"), "text");
  expect(["f1", "f2", "f3"]).not.toContain(id);
  const first = addField(three(), "text");
  expect(addField(removeField(first.definition, first.id), "text").id).not.toBe(first.id);
});

test("random ids are valid in a form definition", async () => {
  for (const prefix of ["f", "c", "k", "s"]) {
    const fields = Array.from({ length: 50 }, () => newField("text", randomId(prefix)));
    await expect(definitionSchema.validate({ ...emptyDefinition("Form"), fields })).resolves.toBeDefined();
  }
});

test("a field moves to another field's position; positions out of range are ignored", () => {
  expect(ids(moveField(three(), "f1", 2))).toEqual(["f2", "f3", "f1"]);
  expect(ids(moveField(three(), "f3", 0))).toEqual(["f3", "f1", "f2"]);
  for (const to of [-1, 3]) expect(moveField(three(), "f1", to)).toEqual(three());
});

test("removing a field removes conditions that refer to it", () => {
  const conditional = changeField(three(), "f3", { shown_if: [{ field: "f2", op: "is", value: "c1" }] });
  const steps = [{ id: "s1", by: "manager" as const, only_if: [{ field: "f2", op: "filled" as const, value: "" }] }];
  const { fields, steps: left } = removeField({ ...conditional, steps }, "f2");
  expect(fields.map(({ shown_if }) => shown_if)).toEqual([[], []]);
  expect(left[0]?.only_if).toEqual([]);
});

test("a duplicate is inserted right below its field", () => {
  const labelled = changeField(three(), "f1", { label: "Why" });
  const { definition, id } = duplicateField(labelled, "f1");
  expect([ids(definition), id, definition.fields[1]?.label]).toEqual([["f1", id, "f2", "f3"], id, "Why"]);
});

test("any sequence of edits keeps ids unique and never mutates the form", () => {
  const edits = fc.array(
    fc.record({
      what: fc.constantFrom("add", "move", "remove", "copy"),
      at: fc.nat(8),
      to: fc.nat(8),
      kind: fc.constantFrom(...fieldKinds),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(edits, (list) => {
      let now = three();
      for (const { what, at, to, kind } of list) {
        const before = JSON.stringify(now);
        const id = now.fields[at % Math.max(1, now.fields.length)]?.id ?? "f1";
        const old = now;
        if (what === "add") now = addField(now, kind, Math.min(to, now.fields.length)).definition;
        else if (what === "move") now = moveField(now, id, to);
        else if (what === "remove") now = removeField(now, id);
        else now = duplicateField(now, id).definition;
        expect(JSON.stringify(old)).toBe(before);
        expect(new Set(ids(now)).size).toBe(now.fields.length);
      }
    }),
  );
});
