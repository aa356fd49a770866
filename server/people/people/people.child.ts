import type { ChildTasks } from "../../platform/child-processes";

export const peopleChildTasks = {
  peopleFile: async () => (await import("./import/people-file")).readPeopleFile,
} satisfies ChildTasks;
