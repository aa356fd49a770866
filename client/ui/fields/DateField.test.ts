/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { DateField } from "./DateField";

const broken = () => {
  throw new Error("chunk");
};
jest.mock("./TypedDate", () => broken());

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  Object.assign(window, { matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) });
});

test("the browser's date field is shown when the calendar fails to load", async () => {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const chosen: (string | null)[] = [];
  const field = createElement(DateField, {
    label: "Last day",
    value: "2027-03-01",
    min: "2027-01-01",
    onChange: (day) => void chosen.push(day),
  });
  await act(async () => root.render(createElement(MantineProvider, null, field)));
  for (let turn = 0; turn < 20 && !place.querySelector("[type=date]"); turn++) await act(async () => {});
  const input = place.querySelector<HTMLInputElement>("[type=date]") as HTMLInputElement;
  expect([input.value, input.min, input.labels?.[0]?.textContent]).toEqual(["2027-03-01", "2027-01-01", "Last day"]);
  for (const day of ["2027-03-05", ""]) {
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, day);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  expect(chosen).toEqual(["2027-03-05", null]);
  act(() => root.unmount());
});
