import { withCollation } from "./reader-collation";

const statement = { name: "people.list", text: "SELECT name FROM t ORDER BY name COLLATE reader, id" };

test("a statement gets the collation of the reader's language and its own name", () => {
  expect(withCollation("en", statement)).toBe(statement);
  expect(withCollation("de", statement)).toBe(statement);
  expect(withCollation("ckb", statement)).toEqual({
    name: "people.list:ckb",
    text: "SELECT name FROM t ORDER BY name COLLATE reader_ckb, id",
  });
  expect(withCollation("ar", statement).name).toBe("people.list:ar");
  expect(withCollation("ar", statement)).toBe(withCollation("ar", statement));
});

test("a statement that doesn't sort by name is the same in every language", () => {
  const plain = { name: "people.count", text: "SELECT count(*) FROM t" };
  expect(withCollation("ko", plain)).toBe(plain);
});

test("an unnamed statement stays unnamed", () => {
  expect(withCollation("ko", { ...statement, name: "" })).toEqual({
    name: "",
    text: "SELECT name FROM t ORDER BY name COLLATE reader_ko, id",
  });
});
