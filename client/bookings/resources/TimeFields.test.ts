/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import texts from "../../locales/en.json";
import both from "../../../shared/locales/en.json";
import { TimeFields } from "./TimeFields";

interface Field {
  label: string;
  value: string;
  error?: unknown;
  isSkipped?: (time: string) => boolean;
  onChange: (value: string) => void;
}
const fields = new Map<string, Field>();
const drawn = (field: Field) => (fields.set(field.label, field), null);
jest.mock("../../ui/fields/DateField", () => ({ DateField: (field: Field) => drawn(field) }));
jest.mock("../../ui/fields/TimeField", () => ({ TimeField: (field: Field) => drawn(field) }));

let root: Root;
let box: HTMLElement;
let values: Record<string, string>;
let timeZone: string;

function draw(): void {
  const form = {
    setValue: (name: string, value: unknown) => void (values[name] = value as string),
    valueProps: () => ({}),
  };
  const { start_date: start, end_date: end } = values as { start_date: string; end_date: string };
  const messages = { ...texts, ...both };
  const drawnFields = createElement(TimeFields, { form, start, end, timeZone });
  const intl = createElement(IntlProvider, { locale: "en", messages }, drawnFields);
  act(() => root.render(createElement(MantineProvider, null, intl)));
}
function fill(label: string, value: string): string[] {
  act(() => fields.get(label)?.onChange(value));
  draw();
  return [values["start_date"] as string, values["end_date"] as string];
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never;
  box = document.body.appendChild(document.createElement("div"));
  root = createRoot(box);
  timeZone = "Asia/Baghdad";
  // Monday 16:00 to Thursday 04:00 local time.
  values = { start_date: "2026-12-07T13:00:00.000Z", end_date: "2026-12-10T01:00:00.000Z" };
  draw();
});
afterEach(() => act(() => root.unmount()));

test("shows start and end in local time, and the number of days between them", () => {
  expect([...fields.values()].map(({ value }) => value)).toEqual(["2026-12-07", "16:00", "2026-12-10", "04:00"]);
  expect(box.textContent).toContain("+3 days");
});

test("changing the end time keeps the last day", () => {
  expect(fill("Until", "18:30")).toEqual(["2026-12-07T13:00:00.000Z", "2026-12-10T15:30:00.000Z"]);
});

test("changing the start day or time moves the end by the same amount", () => {
  expect(fill("Day", "2026-12-08")).toEqual(["2026-12-08T13:00:00.000Z", "2026-12-11T01:00:00.000Z"]);
  expect(fill("From", "17:00")).toEqual(["2026-12-08T14:00:00.000Z", "2026-12-11T02:00:00.000Z"]);
});

test("an end before the start is an error and offers the next day", () => {
  fill("Last day", "2026-12-07");
  expect(fields.get("Until")?.error).toBe("The end must be after the start");
  act(() => box.querySelector("button")?.click());
  draw();
  expect([values["end_date"], fields.get("Until")?.error]).toEqual(["2026-12-08T01:00:00.000Z", false]);
  expect(box.textContent).toContain("+1 day");
});

test("the end in a repeated hour is the first occurrence after the start", () => {
  timeZone = "Europe/Berlin";
  values = { start_date: "2027-10-31T00:00:00.000Z", end_date: "2027-10-31T01:30:00.000Z" };
  draw();
  fill("Until", "02:45");
  // 02:45 occurs twice; the first occurrence follows the start.
  expect(values["end_date"]).toBe("2027-10-31T00:45:00.000Z");
  values = { start_date: "2027-10-31T01:00:00.000Z", end_date: "2027-10-31T01:30:00.000Z" };
  draw();
  expect(fill("Until", "02:45")).toEqual(["2027-10-31T01:00:00.000Z", "2027-10-31T01:45:00.000Z"]);
});

test("a whole day of 23 hours moves as a whole day", () => {
  timeZone = "Europe/Berlin";
  values = { start_date: "2027-03-27T23:00:00.000Z", end_date: "2027-03-28T22:00:00.000Z" };
  draw();
  expect(fill("Day", "2027-03-29")).toEqual(["2027-03-28T22:00:00.000Z", "2027-03-29T22:00:00.000Z"]);
});

test("an end at midnight is shown as the end of its day", () => {
  values = { start_date: "2026-12-07T19:00:00.000Z", end_date: "2026-12-07T21:00:00.000Z" };
  draw();
  expect([fields.get("Last day")?.value, fields.get("Until")?.value]).toEqual(["2026-12-07", "24:00"]);
  expect(box.textContent).not.toContain("+1 day");
  expect(fill("Until", "23:00")[1]).toBe("2026-12-07T20:00:00.000Z");
  expect(fill("Until", "24:00")[1]).toBe("2026-12-07T21:00:00.000Z");
  expect(fill("Until", "00:00")[1]).toBe("2026-12-07T21:00:00.000Z");
  expect(fill("Day", "2026-12-08")).toEqual(["2026-12-08T19:00:00.000Z", "2026-12-08T21:00:00.000Z"]);
});

const occurrences = (label: string) =>
  [...box.querySelectorAll<HTMLInputElement>(`[aria-label^="${label}: "] input`)].map((input) => ({
    input,
    shown: input.labels?.[0]?.textContent,
  }));
const choose = (label: string, at: number) => {
  act(() => occurrences(label)[at]?.input.click());
  draw();
  return [values["start_date"], values["end_date"]];
};

test("a time that occurs once has no choice of occurrences", () => {
  expect([...occurrences("From"), ...occurrences("Until")]).toEqual([]);
});

test.each([
  ["Europe/Berlin", "2027-10-31", "UTC+2", "UTC+1", ["00:15", "00:45"], ["01:15", "01:45"]],
  ["America/St_Johns", "2027-11-07", "UTC-2:30", "UTC-3:30", ["03:45", "04:15"], ["04:45", "05:15"]],
] as const)("both occurrences of a repeated hour can be chosen in %s", (zone, day, first, second, early, late) => {
  timeZone = zone;
  const instants = ([from, until]: readonly string[]) => [`${day}T${from}:00.000Z`, `${day}T${until}:00.000Z`];
  [values["start_date"], values["end_date"]] = instants(early) as [string, string];
  draw();
  const offered = [`First (${first})`, `Second (${second})`];
  expect(occurrences("From").map(({ shown }) => shown)).toEqual(offered);
  expect(occurrences("Until").map(({ shown }) => shown)).toEqual(offered);
  expect(choose("From", 1)).toEqual(instants(late));
  // Only the second occurrence is after the start.
  expect(occurrences("Until")).toEqual([]);
  expect(choose("From", 0)).toEqual(instants([early[0], late[1]]));
  expect(choose("Until", 0)).toEqual(instants(early));
  expect(choose("Until", 1)).toEqual(instants([early[0], late[1]]));
});

test("both occurrences of a repeated half hour can be chosen", () => {
  timeZone = "Australia/Lord_Howe";
  values = { start_date: "2027-04-03T14:00:00.000Z", end_date: "2027-04-03T17:00:00.000Z" };
  draw();
  expect(occurrences("From")).toEqual([]);
  expect(fill("From", "01:45")).toEqual(["2027-04-03T14:45:00.000Z", "2027-04-03T17:45:00.000Z"]);
  expect(occurrences("From").map(({ shown }) => shown)).toEqual(["First (UTC+11)", "Second (UTC+10:30)"]);
  expect(choose("From", 1)).toEqual(["2027-04-03T15:15:00.000Z", "2027-04-03T17:45:00.000Z"]);
  // Editing another field keeps the chosen instant.
  expect(fill("Until", "05:00")).toEqual(["2027-04-03T15:15:00.000Z", "2027-04-03T18:30:00.000Z"]);
});

test("times that a clock change skips are refused, and the next time is used", () => {
  timeZone = "Europe/Berlin";
  values = { start_date: "2027-03-27T01:15:00.000Z", end_date: "2027-03-27T02:15:00.000Z" };
  draw();
  const skipped = (label: string) =>
    ["00:00", "01:45", "02:00", "02:15", "02:59", "03:00", "24:00"].filter((time) =>
      fields.get(label)?.isSkipped?.(time),
    );
  expect([skipped("From"), skipped("Until")]).toEqual([[], []]);
  expect(fill("Day", "2027-03-28")).toEqual(["2027-03-28T01:15:00.000Z", "2027-03-28T02:15:00.000Z"]);
  expect(box.textContent).toContain("02:15 doesn’t exist on this day");
  expect([skipped("From"), skipped("Until")]).toEqual([
    ["02:00", "02:15", "02:59"],
    ["02:00", "02:15", "02:59"],
  ]);
  fill("Day", "2027-03-29");
  expect(box.textContent).not.toContain("doesn’t exist");
});
