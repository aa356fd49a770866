import Fastify from "fastify";
import { measure, serveMetrics } from "./metrics";

test("a figure that can't be read keeps none of the others waiting, and isn't asked again while it is", async () => {
  let asked = 0;
  const never = () => {
    asked += 1;
    return new Promise<number>(() => {});
  };
  measure("test_figure_of_what_is_away", "Never known", never);
  measure("test_figure_that_is_known", "Known", () => 7);
  const app = Fastify();
  serveMetrics(app);
  for (const _ of [1, 2]) {
    const { payload } = await app.inject({ url: "/metrics", headers: { host: "localhost" } });
    expect(payload).toMatch(/^test_figure_that_is_known 7$/m);
    expect(payload).not.toMatch(/^test_figure_of_what_is_away /m);
  }
  expect(asked).toBe(1);
  await app.close();
}, 10_000);
