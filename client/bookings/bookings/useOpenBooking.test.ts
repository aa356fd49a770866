/** @jest-environment jsdom */
import { TextEncoder } from "node:util";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";

let screen: { openId: number | null; open: (id: number) => void; close: () => void };
let root: Root;

async function show(address: string) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, TextEncoder }); // missing in jsdom and needed by the router
  const { BrowserRouter } = await import("react-router-dom");
  const { useAddress } = await import("../../platform/address/useAddress");
  const { useOpenBooking } = await import("./useOpenBooking");
  const Screen = () => {
    const [search] = useAddress();
    screen = useOpenBooking(Number(search.get("booking")) || null);
    return null;
  };
  window.history.replaceState(null, "", address);
  root = createRoot(document.createElement("div"));
  await act(async () => root.render(createElement(BrowserRouter, null, createElement(Screen))));
}
afterEach(() => act(async () => root.unmount()));

/** Runs the action and waits until the browser has navigated. */
const afterGoing = (go: () => void) =>
  act(async () => {
    const navigated = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
    go();
    await navigated;
  });

test("an opened booking has an address, and Back closes it", async () => {
  await show("/reservation/room?day=2026-11-19");
  await act(async () => screen.open(7));
  expect([screen.openId, window.location.search]).toEqual([7, "?day=2026-11-19&booking=7"]);
  await afterGoing(() => window.history.back());
  expect([screen.openId, window.location.search]).toEqual([null, "?day=2026-11-19"]);
});

test("closing an opened booking goes back instead of adding to the history", async () => {
  await show("/reservation/room?day=2026-11-19");
  await act(async () => screen.open(7));
  const length = window.history.length;
  await afterGoing(() => screen.close());
  expect([screen.openId, window.location.search, window.history.length]).toEqual([null, "?day=2026-11-19", length]);
});

test("a booking opened by its address is closed on the same screen", async () => {
  await show("/reservation/room?day=2026-11-19&booking=7");
  expect(screen.openId).toBe(7);
  await act(async () => screen.close());
  expect([screen.openId, window.location.search]).toEqual([null, "?day=2026-11-19"]);
});
