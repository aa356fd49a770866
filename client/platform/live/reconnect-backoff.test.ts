import { Manager } from "socket.io-client";
import { reconnectDelays, slowDownReconnects } from "./reconnect-backoff";

test("reconnect attempts become rarer, and frequent again after the next loss", () => {
  const manager = new Manager("http://127.0.0.1:9", { ...reconnectDelays, autoConnect: false });
  slowDownReconnects(manager);
  const longestAfter = (attempt: number) => {
    manager.listeners("reconnect_attempt").forEach((listener) => listener(attempt));
    return manager.reconnectionDelayMax();
  };
  expect(manager.reconnectionDelayMax()).toBe(1_600);
  expect([1, 14, 15, 400].map(longestAfter)).toEqual([1_600, 1_600, 6_000, 6_000]);
  expect(longestAfter(1)).toBe(1_600);
});
