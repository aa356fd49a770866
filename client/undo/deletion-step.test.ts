import { recreationStep } from "./deletion-step";

test("a recreated record is deleted by its present id when the deletion is redone", async () => {
  const calls: string[] = [];
  let nextId = 8;
  const first = recreationStep("Budget removed", 7, {
    create: async () => {
      calls.push(`create ${nextId}`);
      return { data: { id: nextId++ } };
    },
    remove: async (id) => void calls.push(`remove ${id}`),
  });
  let step: typeof first | null = first;
  for (let times = 0; times < 4; times += 1) step = (await step?.undo()) ?? null;
  expect(calls).toEqual(["create 8", "remove 8", "create 9", "remove 9"]);
  expect(step?.text).toBe("Budget removed");
});

test("a refused creation is passed on", async () => {
  const refused = new Error("The department has another budget");
  const step = recreationStep("Budget removed", 7, { create: () => Promise.reject(refused), remove: async () => {} });
  await expect(step.undo()).rejects.toBe(refused);
});
