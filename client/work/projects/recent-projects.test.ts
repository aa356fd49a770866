import { latestProjects } from "./recent-projects";

const projects = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, archived: id === 7 }));
const idsOf = (opened: readonly number[]) => latestProjects(projects, opened).map(({ id }) => id);

test("latestProjects returns opened projects first, without archived ones", () => {
  expect(idsOf([7, 6, 3])).toEqual([6, 3, 1, 2, 4]);
});

test("opening a shown project changes no membership, so that the menu doesn't move", () => {
  expect(new Set(idsOf([3, 6]))).toEqual(new Set(idsOf([6, 3])));
});
