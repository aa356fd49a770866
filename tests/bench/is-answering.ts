import { request } from "node:http";

export function isAnswering(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request({ port, host: "127.0.0.1", path: "/readyz", timeout: 1_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    probe.on("error", () => resolve(false));
    probe.on("timeout", () => probe.destroy());
    probe.end();
  });
}
