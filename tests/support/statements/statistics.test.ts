import { testServer } from "../server";
import { withDistinctValues } from "./statistics";

const server = testServer();

async function distinctNames(): Promise<number | undefined> {
  const [row] = await server.owner.query<{ n_distinct: number }[]>(
    "SELECT n_distinct FROM pg_stats WHERE tablename = 'role' AND attname = 'name'",
  );
  return row?.n_distinct;
}

test("numbers of distinct values are measured again after a failure", async () => {
  await server.world();
  let fixed: number | undefined;
  const failing = withDistinctValues(server.owner, ["role"], { name: 123_456 }, async () => {
    fixed = await distinctNames();
    throw new Error("The measurement failed");
  });
  await expect(failing).rejects.toThrow("The measurement failed");
  expect(fixed).toBe(123_456);
  expect(await distinctNames()).toBeLessThan(123_456);
});
