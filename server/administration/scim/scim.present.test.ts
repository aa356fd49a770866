import { toLibraryUser, serializeList, readResource, groupPresenter, userPresenter } from "./scim.present";
import type { AttributeSelection } from "./scim.attributes";

const wrong = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    const { status, code, scimType } = error as { status: number; code?: string; scimType?: string };
    return [status, code ?? scimType];
  }
  return null;
};

const serialized = (resource: unknown) => JSON.parse(JSON.stringify(resource)) as Record<string, unknown>;

describe("limits of values passed to the SCIM library", () => {
  test("reads group members without the SCIM library, for any capitalization", () => {
    const members = Array.from({ length: 5_000 }, (_, n) => ({ value: String(n) }));
    for (const name of ["members", "Members"])
      expect(readResource("Group", { displayName: "All", [name]: members })["members"]).toBe(members);
    expect(readResource("Group", { displayName: "All" })["members"]).toBeUndefined();
  });

  test("rejects 5,000 email addresses of one user with 413", () => {
    const groups = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ value: String(n), display: "G", type: "direct" }));
    expect(readResource("User", { userName: "ada@acme.test", groups: groups(1_000) })["userName"]).toBe(
      "ada@acme.test",
    );
    const emails = Array.from({ length: 5_000 }, () => ({}));
    expect(wrong(() => readResource("User", { userName: "ada@acme.test", emails }))).toEqual([413, "request.tooLarge"]);
    expect(wrong(() => readResource("Group", { displayName: "All", more: emails }))).toEqual([413, "request.tooLarge"]);
  });
});

describe("SCIM group with several members", () => {
  const users = [1, 2, 3].map((id) => ({ id, fullname: `Person ${id}` }));
  const row = { id: 7, version: 1, title: "All", external_id: null, users };
  const presentedGroup = (selection: AttributeSelection = {}) =>
    serialized(groupPresenter("https://acme.test", selection)(row as never));

  test("shows all members of a group, or only the requested attributes", () => {
    expect(presentedGroup()["members"]).toEqual(
      users.map(({ id, fullname }) => ({ value: String(id), display: fullname, type: "User" })),
    );
    expect(presentedGroup({ attributes: "members.value" })["members"]).toEqual([
      { value: "1" },
      { value: "2" },
      { value: "3" },
    ]);
    expect(presentedGroup({ excludedAttributes: "members" })).not.toHaveProperty("members");
    expect(presentedGroup({ attributes: "displayName" })).not.toHaveProperty("members");
    expect(presentedGroup({ excludedAttributes: "members" })).toMatchObject({
      displayName: "All",
      meta: { version: 'W/"1"' },
    });
  });
});

describe("SCIM user", () => {
  const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
  const full = {
    id: 3,
    version: 2,
    active: true,
    fullname: "Ada Lund",
    email: "ada@acme.test",
    phone_number: "+49 30 1",
    employee_id: "E-1",
    created_at: new Date(0),
    user_name: "ada",
    external_id: "x-1",
    given_name: "Ada",
    family_name: "Lund",
    groups: [1, 2].map((id) => ({ id, title: `Group ${id}` })),
  };
  const bare = {
    ...full,
    phone_number: null,
    employee_id: null,
    external_id: null,
    given_name: null,
    family_name: null,
    groups: [],
  };
  const presentedUser = (selection: AttributeSelection = {}) => serialized(userPresenter("", selection)(full));

  test.each([full, bare])("presents a user exactly as the SCIM library does", (row) => {
    expect(serialized(userPresenter("")(row))).toEqual(serialized(toLibraryUser(row)));
  });

  test("shows only the requested attributes of a user", () => {
    expect(presentedUser({ attributes: "userName" })).toEqual({ id: "3", userName: "ada" });
    expect(presentedUser({ attributes: "Groups.Value,name.givenName" })).toEqual({
      id: "3",
      groups: [{ value: "1" }, { value: "2" }],
      name: { givenName: "Ada" },
    });
    expect(presentedUser({ attributes: "meta.location,nothing" })).toEqual({ id: "3", meta: { location: "/Users/3" } });
    for (const attributes of [enterprise, `${enterprise}:employeeNumber`])
      expect(presentedUser({ attributes })).toEqual({ id: "3", [enterprise]: { employeeNumber: "E-1" } });
    expect(presentedUser({ attributes: "urn:ietf:params:scim:schemas:core:2.0:User:name.familyName" })).toEqual({
      id: "3",
      name: { familyName: "Lund" },
    });
  });

  test("omits excluded attributes of a user, but never the id", () => {
    const { id, schemas, emails, meta: _, groups: __, [enterprise]: ___, ...rest } = presentedUser();
    const [{ type, primary }] = emails as [{ type: string; primary: boolean }];
    const excludedAttributes = `id,schemas,META,groups,emails.value,${enterprise}`;
    expect(presentedUser({ excludedAttributes })).toEqual({ id, schemas, ...rest, emails: [{ type, primary }] });
  });
});

test("yields to the event loop while serializing a long list", async () => {
  const rows = Array.from({ length: 200 }, (_, n) => ({ n }));
  let serializedCount = 0;
  const observedCounts: number[] = [];
  const look = () => {
    observedCounts.push(serializedCount);
    if (serializedCount < rows.length) setImmediate(look);
  };
  setImmediate(look);
  const text = await serializeList({ rows, total: 500, startIndex: 201 }, (row) => {
    serializedCount += 1;
    return row;
  });
  expect(new Set(observedCounts).size).toBeGreaterThan(100);
  expect(JSON.parse(text)).toEqual({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: 500,
    startIndex: 201,
    itemsPerPage: 200,
    Resources: rows,
  });
});
