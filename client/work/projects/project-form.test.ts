import {
  findEditConflict,
  createBody,
  changedFields,
  emptyProject,
  type ProjectValues,
  rebaseValues,
  updateBody,
} from "./project-form";

const base: ProjectValues = {
  ...emptyProject(1),
  title: "Website",
  code: "WEB",
  budget: "1200.50",
  members: [
    { user_id: 1, role: "owner" },
    { user_id: 2, role: "member" },
  ],
  groups: [4, 3],
};
const change = (of: Partial<ProjectValues>): ProjectValues => ({ ...base, ...of });

test("reordered members or groups and reformatted amounts aren't changes", () => {
  const same = change({ members: base.members.toReversed(), groups: [3, 4], budget: "1200.5" });
  expect(changedFields(base, same)).toEqual([]);
  expect(updateBody(base, same)).toEqual({});
});

test("a changed role counts as a change of members", () => {
  expect(
    changedFields(base, change({ members: base.members.map((one) => ({ ...one, role: "viewer" as const })) })),
  ).toEqual(["members"]);
});

test("only changed fields are sent", () => {
  expect(updateBody(base, change({ title: "Shop", end_date: "2026-12-18" }))).toEqual({
    title: "Shop",
    end_date: "2026-12-18",
  });
});

test("changed members and groups are sent with the lists that the form started from", () => {
  expect(updateBody(base, change({ members: base.members.slice(0, 1), groups: [4, 3, 5] }))).toEqual({
    members: base.members.slice(0, 1),
    base_members: base.members,
    groups: [4, 3, 5],
    base_groups: base.groups,
  });
});

test("a new project without a code leaves it to the server", () => {
  expect(createBody(change({ code: "" }))).not.toHaveProperty("code");
  expect(createBody(base)).toMatchObject({ code: "WEB" });
});

describe("concurrent edits", () => {
  const theirs = change({ title: "Portal", status: "on_hold", color: "teal" });
  const mine = change({ title: "Shop", description: "All of it", color: "teal" });

  test("a conflict lists fields changed by the other user or by both, unless equal", () => {
    expect(findEditConflict(base, mine, theirs)).toEqual({ theirs: ["status"], both: ["title"] });
  });

  test("own changes are kept, and conflicting fields follow the choice", () => {
    const expected = { ...base, status: "on_hold", color: "teal", description: "All of it" };
    expect(rebaseValues(base, mine, theirs, "mine")).toEqual({ ...expected, title: "Shop" });
    expect(rebaseValues(base, mine, theirs, "theirs")).toEqual({ ...expected, title: "Portal" });
  });

  test("after rebasing only the user's own changes are sent", () => {
    expect(updateBody(theirs, rebaseValues(base, mine, theirs, "mine"))).toEqual({
      title: "Shop",
      description: "All of it",
    });
  });

  test("without changes by the other user there is no conflict", () =>
    expect(findEditConflict(base, mine, base)).toEqual({ theirs: [], both: [] }));
});
