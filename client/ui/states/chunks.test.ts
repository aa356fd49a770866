/** @jest-environment jsdom */
import { act, Component, createElement, type ReactNode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { ChunkError, lazyOptionalPart, lazyScreenPart, lazyScreen } from "./chunks";

const away = () => Promise.reject(new TypeError("Failed to fetch"));

test("a screen that fails to load throws ChunkError", async () => {
  await expect(lazyScreen(away as () => Promise<{ Page: unknown }>, "Page")()).rejects.toBeInstanceOf(ChunkError);
});

test("a part that fails to load throws ChunkError, a loaded one renders", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const caught: unknown[] = [];
  class Boundary extends Component<{ children: ReactNode }, { broken: boolean }> {
    override state = { broken: false };
    static getDerivedStateFromError = () => ({ broken: true });
    override componentDidCatch = (error: unknown) => void caught.push(error);
    override render = () => (this.state.broken ? null : this.props.children);
  }
  const place = document.createElement("div");
  const root = createRoot(place, { onCaughtError: () => {} });
  const draw = (part: ReturnType<typeof lazyScreenPart>) =>
    act(async () => root.render(createElement(Boundary, null, createElement(Suspense, null, createElement(part)))));
  await draw(lazyScreenPart(async () => () => "Here"));
  expect(place.textContent).toBe("Here");
  await draw(lazyScreenPart(away));
  expect(caught).toEqual([expect.any(ChunkError)]);
  await act(async () => root.unmount());
});

test("an optional part that fails to load renders nothing and is retried next time", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const place = document.createElement("div");
  const root = createRoot(place);
  const draw = (part: ReactNode) => act(async () => root.render(createElement(Suspense, null, "Menu ", part)));
  let isAway = true;
  let loads = 0;
  const Part = lazyOptionalPart(() => {
    loads++;
    return isAway ? away() : Promise.resolve(() => "Repeat");
  });
  await draw(createElement(Part));
  await draw(createElement(Part));
  expect([place.textContent, loads]).toEqual(["Menu ", 1]);
  isAway = false;
  await draw(null);
  await draw(createElement(Part));
  expect([place.textContent, loads]).toEqual(["Menu Repeat", 2]);
  await act(async () => root.unmount());
});
