import { clashOf, createBody, differing, emptyProject, type ProjectValues, rebased, updateBody } from "./project-form";

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

test("neither the order of members and groups nor the spelling of an amount is a change", () => {
  const same = change({ members: base.members.toReversed(), groups: [3, 4], budget: "1200.5" });
  expect(differing(base, same)).toEqual([]);
  expect(updateBody(base, same)).toEqual({});
});

test("a changed role is a change of the members", () => {
  expect(
    differing(base, change({ members: base.members.map((one) => ({ ...one, role: "viewer" as const })) })),
  ).toEqual(["members"]);
});

test("only what was changed is sent", () => {
  expect(updateBody(base, change({ title: "Shop", end_date: "2026-12-18" }))).toEqual({
    title: "Shop",
    end_date: "2026-12-18",
  });
});

test("without a code of one's own the server makes one", () => {
  expect(createBody(change({ code: "" }))).not.toHaveProperty("code");
  expect(createBody(base)).toMatchObject({ code: "WEB" });
});

describe("someone else was faster", () => {
  const theirs = change({ title: "Portal", status: "on_hold", color: "teal" });
  const mine = change({ title: "Shop", description: "All of it", color: "teal" });

  test("what only they changed, what both did, and nothing where both want the same", () => {
    expect(clashOf(base, mine, theirs)).toEqual({ theirs: ["status"], both: ["title"] });
  });

  test("one's own changes go on top; what both changed is one's own or theirs", () => {
    const expected = { ...base, status: "on_hold", color: "teal", description: "All of it" };
    expect(rebased(base, mine, theirs, "mine")).toEqual({ ...expected, title: "Shop" });
    expect(rebased(base, mine, theirs, "theirs")).toEqual({ ...expected, title: "Portal" });
  });

  test("rebased on their state, only one's own changes are left to send", () => {
    expect(updateBody(theirs, rebased(base, mine, theirs, "mine"))).toEqual({
      title: "Shop",
      description: "All of it",
    });
  });

  test("nothing changed by others is no clash", () =>
    expect(clashOf(base, mine, base)).toEqual({ theirs: [], both: [] }));
});
