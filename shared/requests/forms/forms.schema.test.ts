import { tidyDefinition } from "./forms.schema";

/** Checks the defaults of omitted properties: none is undefined, and none makes a field required. */
test("omitted properties of a definition get neutral defaults", () => {
  const tidy = tidyDefinition({
    fields: [{ id: "a", kind: "table", columns: [{ id: "c", kind: "text" }], shown_if: [{ field: "b", op: "is" }] }],
    steps: [{ id: "s", by: "manager" }],
  } as never);
  expect(tidy).toMatchInlineSnapshot(`
{
  "audience": {
    "department_ids": [],
    "everyone": true,
    "role_ids": [],
  },
  "description": "",
  "fields": [
    {
      "choices": [],
      "columns": [
        {
          "choices": [],
          "id": "c",
          "kind": "text",
          "label": "",
          "required": false,
          "translations": {},
        },
      ],
      "currencies": [],
      "default": null,
      "half": false,
      "help": "",
      "id": "a",
      "in_inbox": false,
      "kind": "table",
      "label": "",
      "max": "",
      "min": "",
      "required": false,
      "shown_if": [
        {
          "field": "b",
          "op": "is",
          "value": "",
        },
      ],
      "translations": {},
    },
  ],
  "steps": [
    {
      "by": "manager",
      "id": "s",
      "only_if": [],
    },
  ],
  "title": "",
  "translations": {},
}
`);
});
