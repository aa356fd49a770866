import { array, boolean, number, object, string } from "yup";
import { dayField, idField, idList, textField, wholeNumber } from "../../../shared/kernel/fields";
import { jsonSchemaOf } from "./json-schema";

test("converts an input schema", () => {
  const schema = object({
    title: textField(120).required("field.required"),
    description: textField(20).nullable(),
    project_id: idField("project").required("field.required"),
    users: idList("user", 5),
    complexity: wholeNumber(1, 5),
    due_date: dayField(),
    kind: string().oneOf(["todo", "done", ""]),
    remember: boolean().default(false).required(),
  });
  expect(jsonSchemaOf(schema)).toEqual({
    type: "object",
    required: ["title", "project_id"],
    properties: {
      title: { type: "string", maxLength: 120 },
      description: { type: ["string", "null"], maxLength: 20 },
      project_id: { type: "integer", minimum: 1 },
      users: { type: "array", maxItems: 5, items: { type: "integer", minimum: 1 } },
      complexity: { type: "integer", minimum: 1, maximum: 5 },
      due_date: { type: ["string", "null"], format: "date" },
      kind: { type: "string", enum: ["todo", "done"] },
      remember: { type: "boolean" },
    },
  });
});

test("converts a response schema", () => {
  const schema = object({
    data: object({ id: number().required(), image: string().nullable().defined() }),
    meta: object({ total: number().required() }).default(undefined),
    list: array(string().required()).required(),
  });
  expect(jsonSchemaOf(schema, "reply")).toMatchObject({
    required: ["data", "list"],
    properties: { data: { required: ["id", "image"], properties: { image: { type: ["string", "null"] } } } },
  });
});
