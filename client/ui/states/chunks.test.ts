/** @jest-environment jsdom */
import { act, Component, createElement, type ReactNode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { ChunkError, lazyPart, lazyScreen } from "./chunks";

const away = () => Promise.reject(new TypeError("Failed to fetch"));

test("a screen that doesn't arrive is said to be one that couldn't be loaded", async () => {
  await expect(lazyScreen(away as () => Promise<{ Page: unknown }>, "Page")()).rejects.toBeInstanceOf(ChunkError);
});

test("so is a part of a screen; one that arrives is drawn", async () => {
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
  const draw = (part: ReturnType<typeof lazyPart>) =>
    act(async () => root.render(createElement(Boundary, null, createElement(Suspense, null, createElement(part)))));
  await draw(lazyPart(async () => () => "Here"));
  expect(place.textContent).toBe("Here");
  await draw(lazyPart(away));
  expect(caught).toEqual([expect.any(ChunkError)]);
  await act(async () => root.unmount());
});
