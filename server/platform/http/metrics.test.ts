import Fastify from "fastify";
import { registerGauge, serveMetrics } from "./metrics";

test("a pending metric isn't queried again and doesn't delay other metrics", async () => {
  let calls = 0;
  const never = () => {
    calls += 1;
    return new Promise<number>(() => {});
  };
  registerGauge("test_figure_of_what_is_away", "Never known", never);
  registerGauge("test_figure_that_is_known", "Known", () => 7);
  const app = Fastify();
  serveMetrics(app);
  for (const _ of [1, 2]) {
    const { payload } = await app.inject({ url: "/metrics", headers: { host: "localhost" } });
    expect(payload).toMatch(/^test_figure_that_is_known 7$/m);
    expect(payload).not.toMatch(/^test_figure_of_what_is_away /m);
  }
  expect(calls).toBe(1);
  await app.close();
}, 10_000);
