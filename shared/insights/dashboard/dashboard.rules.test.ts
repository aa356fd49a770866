import fc from "fast-check";
import { addMissingPanels, layoutFor, movePanel, dashboardPanels, placePanel, togglePanel } from "./dashboard.rules";

const employee = { decides: false, pays: false, people: false, administers: false, external: false };
const usual = layoutFor(employee);
const all = ({ main, side, hidden }: typeof usual) => [...main, ...side, ...hidden].toSorted();

test.each([
  ["an employee", {}, "tasks", "bookings"],
  ["an approver", { decides: true }, "requests", "bookings"],
  ["a user who pays", { pays: true }, "requests", "bookings"],
  ["a manager of people", { decides: true, people: true }, "requests", "away"],
  ["an administrator", { decides: true, people: true, administers: true }, "requests", "bookings"],
  ["an external user", { external: true }, "tasks", "projects"],
])("the default of %s lists each panel once and starts with theirs", (_, role, main, side) => {
  const layout = layoutFor({ ...employee, ...role });
  expect([layout.main[0], layout.side[0]]).toEqual([main, side]);
  expect(all(layout)).toEqual([...dashboardPanels].toSorted());
});

test("only administrators have the plan near the top", () => {
  const placeOf = (role: object) => layoutFor({ ...employee, ...role }).side.indexOf("plan");
  expect([placeOf({ administers: true }), placeOf({ people: true }), placeOf({})]).toEqual([2, 7, 7]);
});

test("each panel occurs once after any sequence of moves and toggles", () => {
  const name = fc.constantFrom(...dashboardPanels);
  const step = fc.oneof(
    fc.tuple(fc.constant("move"), name, fc.constantFrom(-1 as const, 1 as const)),
    fc.tuple(fc.constant("place"), name, fc.option(name)),
    fc.tuple(fc.constant("hide"), name, fc.constant(null)),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let layout = usual;
      for (const [kind, one, target] of steps) {
        if (kind === "move") layout = movePanel(layout, one, target as -1 | 1, new Set(dashboardPanels));
        else if (kind === "hide") layout = togglePanel(layout, one, usual);
        else layout = placePanel(layout, one, "side", target as null);
        expect(all(layout)).toEqual([...dashboardPanels].toSorted());
      }
    }),
    { numRuns: 60 },
  );
});

test("a panel moves past hidden neighbours and stays at the end of its column", () => {
  const layout = { main: ["tasks", "requests", "onboarding", "lately"], side: ["news"], hidden: [] } as never;
  const visiblePanels = new Set(["tasks", "onboarding", "lately", "news"] as const);
  expect(movePanel(layout, "onboarding", -1, visiblePanels).main).toEqual([
    "onboarding",
    "requests",
    "tasks",
    "lately",
  ]);
  expect(movePanel(layout, "lately", 1, visiblePanels)).toEqual(layout);
  expect(movePanel(layout, "tasks", -1, visiblePanels)).toEqual(layout);
});

test("adds a new panel to a stored layout and keeps its order", () => {
  const storedLayout = {
    main: ["lately", "requests", "tasks", "onboarding"],
    side: ["news", "bookings"],
    hidden: ["plan"],
  };
  const layout = addMissingPanels(storedLayout as never, usual);
  expect(layout.main).toEqual([...storedLayout.main, "continue"]);
  expect(layout.side.slice(0, 2)).toEqual(storedLayout.side);
  expect(layout.side).toContain("week");
  expect(layout.hidden).toEqual(["plan"]);
});

test("addMissingPanels removes duplicate stored panels and adds missing ones", () => {
  const storedLayout = { main: ["plan", "plan"], side: ["plan", "unread"], hidden: ["unread", "news", "old"] };
  const layout = addMissingPanels(storedLayout as never, usual);
  expect(layout.main[0]).toBe("plan");
  expect(layout.hidden).toEqual(["news"]);
  expect(all(layout)).toEqual([...dashboardPanels].toSorted());
});
