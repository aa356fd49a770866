/** @jest-environment jsdom */
import { MantineProvider, Transition } from "@mantine/core";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { theme } from "./theme";

async function leaving(asksForLess: boolean) {
  Object.assign(window, {
    matchMedia: (media: string) => ({
      matches: asksForLess && media.includes("prefers-reduced-motion"),
      addEventListener() {},
      removeEventListener() {},
    }),
  });
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const draw = (mounted: boolean) => {
    const part = createElement(Transition, {
      mounted,
      duration: 1_000,
      transition: "fade",
      // oxlint-disable-next-line react/no-children-prop -- passed as a prop because `createElement` doesn't accept a render function as a child argument
      children: (style) => createElement("p", { style }, "Saved"),
    });
    return act(async () => root.render(createElement(MantineProvider, { theme }, part)));
  };
  await draw(true);
  expect(place.textContent).toContain("Saved");
  await draw(false);
  const isThere = place.textContent.includes("Saved");
  act(() => root.unmount());
  return isThere;
}

test("choosing the selected option of a select again keeps it", () => {
  expect(theme.components?.["Select"]?.defaultProps).toMatchObject({ allowDeselect: false });
});

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));

test("exit transitions are skipped with prefers-reduced-motion", async () => {
  expect(await leaving(true)).toBe(false);
  expect(await leaving(false)).toBe(true);
  expect(document.documentElement.dataset.respectReducedMotion).toBe("true");
});
