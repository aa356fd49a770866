import { attemptLimits } from "../../../server/identity/session/throttle";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";

const server = testServer();
const newPassword = "Quiet-Harbour-71";

async function answersOf(world: World, path: string, body: object): Promise<string[]> {
  const answers: string[] = [];
  while (answers.length <= attemptLimits.perAccount) {
    const { status, body: answer } = await world.api().post(path, body);
    answers.push(`${status} ${answer.code}`);
    if (status === 429) break;
  }
  return answers;
}

test.each([
  ["/auth/login", { password: "Wrong1234" }],
  ["/users/authenticate", { password: "Wrong1234" }],
  ["/auth/reset/password/change", { token: "x".repeat(43), password: newPassword, password_confirmation: newPassword }],
])("%s throttles known and unknown accounts after the same number of attempts", async (path, body) => {
  const world = await server.world();
  const existingAnswers = await answersOf(world, path, { ...body, email: world.employee.email });
  const unknownAnswers = await answersOf(world, path, { ...body, email: "unknown@example.test" });
  expect(existingAnswers).toHaveLength(attemptLimits.perAccount + 1);
  expect(unknownAnswers).toEqual(existingAnswers);
});
