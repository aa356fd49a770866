import type { Leaving } from "../../../shared/people/employment/leaving.contract";
import {
  handoversWithoutSuccessor,
  plannedSuccessors,
  successorFields,
  successorOf,
  type Successors,
  withSuccessor,
} from "./successors";

const leaving = {
  handover: [
    { kind: "tasks", count: 3, names: [] },
    { kind: "approvals", count: 1, names: [] },
  ],
  successor_id: null,
  successors: [{ kind: "tasks", user: { id: 9, fullname: "Dara Aziz", image: null } }],
} as unknown as Leaving;
const successors: Successors = { defaultId: 4, byKind: { tasks: 9 } };

test("a kind without its own successor goes to the default one", () => {
  expect(successorOf(successors, "tasks")).toBe(9);
  expect(successorOf(successors, "approvals")).toBe(4);
});

test("records of a kind lack a successor only if there is no default one", () => {
  const planned = plannedSuccessors(leaving);
  expect(handoversWithoutSuccessor(leaving, planned).map(({ kind }) => kind)).toEqual(["approvals"]);
  expect(handoversWithoutSuccessor(leaving, { ...planned, defaultId: 4 })).toEqual([]);
});

test.each([
  ["another user is kept", 7, { tasks: 7 }],
  ["the default successor is not stored twice", 4, {}],
  ["clearing returns to the default successor", null, {}],
])("for a kind, %s", (_, id, byKind) => {
  expect(withSuccessor(successors, "tasks", id)).toEqual({ defaultId: 4, byKind });
});

test("the fields of the call list the kinds with their own successor", () => {
  expect(successorFields(successors)).toEqual({ successor_id: 4, successors: [{ kind: "tasks", user_id: 9 }] });
});
