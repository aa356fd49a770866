import { viewQueryOf } from "../views/views.rules";
import { mapViewQuery, type ReferenceIds } from "./templates.views.rules";

const ids: ReferenceIds = {
  columns: new Map([[7, 1]]),
  tags: new Map([
    [5, 1],
    [6, 2],
  ]),
  fields: new Map([
    [12, { id: 1, kind: "choice", options: new Map([[40, 3]]) }],
    [13, { id: 2, kind: "person", options: new Map() }],
    [14, { id: 3, kind: "number", options: new Map() }],
  ]),
};
const queryOf = (address: string) => viewQueryOf(new URLSearchParams(address));

test.each([
  ["a tag without a new id", "tag_id=9"],
  ["a column without a new id", "any=status.not:8|users.empty"],
  ["a deleted field", "columns=title,field_99"],
  ["a deleted option", "all=field_12.is:41"],
  ["an assignee", "u=3"],
  ["a reporter", "all=reporter.not:3"],
  ["a person in a field", "all=field_13.is:3"],
])("a view with %s isn't mapped", (_, query) => {
  expect(mapViewQuery(query, ids)).toBeNull();
});

test("a view gets the new ids in filters, columns, groups and sort order", () => {
  const query =
    "s=7&tag_id=6,5&all=field_12.is:40;field_14.least:12&columns=title,field_14,field_12&group=field_12&sort=-field_14";
  expect(mapViewQuery(query, ids)).toBe(
    queryOf(
      "s=1&tag_id=2,1&all=field_1.is:3;field_3.least:12&columns=title,field_3,field_1&group=field_1&sort=-field_3",
    ),
  );
});

test("texts, choices, the reader and unassigned tasks stay as they are", () => {
  const query = "q=field_12&u=0,-1&priority=high&month=now";
  expect(mapViewQuery(query, ids)).toBe(queryOf(query));
});
