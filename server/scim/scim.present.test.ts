import { presentScimGroup, readResource } from "./scim.present";

const wrong = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    const { status, code, scimType } = error as { status: number; code?: string; scimType?: string };
    return [status, code ?? scimType];
  }
  return null;
};

describe("the library, which takes long for each value of a list,", () => {
  test("sees no members of a group, however the directory writes the word", () => {
    const members = Array.from({ length: 5_000 }, (_, n) => ({ value: String(n) }));
    for (const name of ["members", "Members"])
      expect(readResource("Group", { displayName: "All", [name]: members })["members"]).toBe(members);
    expect(readResource("Group", { displayName: "All" })["members"]).toBeUndefined();
  });

  test("sees no more of one person than anybody says", () => {
    const groups = (many: number) =>
      Array.from({ length: many }, (_, n) => ({ value: String(n), display: "G", type: "direct" }));
    expect(readResource("User", { userName: "ada@acme.test", groups: groups(1_000) })["userName"]).toBe(
      "ada@acme.test",
    );
    const emails = Array.from({ length: 5_000 }, () => ({}));
    expect(wrong(() => readResource("User", { userName: "ada@acme.test", emails }))).toEqual([413, "request.tooLarge"]);
    expect(wrong(() => readResource("Group", { displayName: "All", more: emails }))).toEqual([413, "request.tooLarge"]);
  });
});

describe("a group of several", () => {
  const users = [1, 2, 3].map((id) => ({ id, fullname: `Person ${id}` }));
  const row = { id: 7, version: 1, title: "All", external_id: null, users };
  const shown = (wanted = {}) =>
    JSON.parse(JSON.stringify(presentScimGroup(row as never, "https://acme.test", wanted)));

  test("is shown with each of them, or as the directory asks", () => {
    expect(shown().members).toEqual(
      users.map(({ id, fullname }) => ({ value: String(id), display: fullname, type: "User" })),
    );
    expect(shown({ attributes: "members.value" }).members).toEqual([{ value: "1" }, { value: "2" }, { value: "3" }]);
    expect(shown({ excludedAttributes: "members" })).not.toHaveProperty("members");
    expect(shown({ attributes: "displayName" })).not.toHaveProperty("members");
    expect(shown({ excludedAttributes: "members" })).toMatchObject({ displayName: "All", meta: { version: 'W/"1"' } });
  });
});
