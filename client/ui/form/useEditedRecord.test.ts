/** @jest-environment jsdom */
import { act, createElement, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { object, string } from "yup";
import { useForm } from "./form";
import { mergeChanges, mergeEntries, useEditedForm } from "./useEditedRecord";

interface Settings {
  version: number;
  title: string;
  language: string;
  logo: string;
}

const schema = object({ title: string(), language: string() });
const valuesOf = ({ title, language }: Settings) => ({ title, language });
const settings: Settings = { version: 1, title: "Harbour", language: "en", logo: "a" };

let root: Root;
const screen = {} as {
  form: ReturnType<typeof useForm>;
  edited: ReturnType<typeof useEditedForm<Settings, ReturnType<typeof valuesOf>>>;
  setRecord: (record: Settings) => void;
};
let sent: unknown[];

function Screen() {
  const [record, setRecord] = useState(settings);
  const form = useForm(schema, {
    initialValues: valuesOf(record),
    onSubmit: async ({ title }) => {
      sent.push([title, edited.version]);
      edited.saved({ ...record, title: title ?? "", version: record.version + 1 });
    },
  });
  const edited = useEditedForm(form, record, { valuesOf });
  Object.assign(screen, { form, edited, setRecord });
  return null;
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  sent = [];
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() =>
    root.render(
      createElement(IntlProvider, { locale: "en", onError: () => undefined } as never, createElement(Screen)),
    ),
  );
});
afterEach(() => act(() => root.unmount()));

const receive = (record: Settings) => act(() => screen.setRecord(record));
const type = (title: string) => act(async () => screen.form.setValue("title", title));
const screenState = () => [screen.form.values["title"], screen.edited.version, screen.edited.hasConflict];

test("an untouched form shows the record that another user saved", () => {
  receive({ ...settings, version: 2, title: "Port" });
  expect(screenState()).toEqual(["Port", 2, false]);
});

test("typed text is kept with its version until the user loads the new record", async () => {
  await type("Quay");
  receive({ ...settings, version: 2, title: "Port" });
  expect(screenState()).toEqual(["Quay", 1, true]);
  act(() => screen.edited.loadNew());
  expect(screenState()).toEqual(["Port", 2, false]);
});

test("a change outside of the form is no conflict", async () => {
  await type("Quay");
  receive({ ...settings, version: 2, logo: "b" });
  expect(screenState()).toEqual(["Quay", 2, false]);
});

test("the user's own save is no conflict, even before the record is read again", async () => {
  await type("Quay");
  await act(async () => screen.form.submit());
  expect([sent, screenState()]).toEqual([[["Quay", 1]], ["Quay", 2, false]]);
  await type("Pier");
  receive({ ...settings, version: 2, title: "Quay" });
  expect(screenState()).toEqual(["Pier", 2, false]);
});

test("a form may overwrite the record that it conflicts with", async () => {
  await type("Quay");
  const theirs = { ...settings, version: 2, title: "Port", language: "de" };
  receive(theirs);
  await act(async () => screen.edited.overwrite(theirs));
  expect(screenState()).toEqual(["Quay", 2, false]);
  expect(screen.form.values["language"]).toBe("de");
});

test("fields that the user didn't change keep the other user's value", () => {
  const start = { title: "Harbour", weekend: [6, 0] };
  const typed = { title: "Quay", weekend: [6, 0] };
  expect(mergeChanges({ start, typed }, { title: "Port", weekend: [5, 6] })).toEqual({
    title: "Quay",
    weekend: [5, 6],
  });
});

test("fields of a group keep the typed values if one of them was changed", () => {
  const start = { after: 2, unit: "days", title: "Harbour" };
  const current = { after: 5, unit: "hours", title: "Port" };
  const merged = mergeChanges({ start, typed: { ...start, after: 3 } }, current, [["after", "unit"]]);
  expect(merged).toEqual({ after: 3, unit: "days", title: "Port" });
});

test("entries of a set that another user added or removed stay so, in the other user's order", () => {
  expect(mergeEntries([1, 2, 3], [4, 3, 1], [5, 3, 2, 1])).toEqual([5, 3, 1, 4]);
  expect(mergeEntries([1, 2], [2, 1, 3], [2])).toEqual([2, 3]);
  expect(mergeEntries([1], [1, 2], [1, 2])).toEqual([1, 2]);
});

test("texts of other languages stay those of another user", () => {
  const start = { de: "Feiertag", ko: "", ar: "عطلة" };
  const merged = mergeEntries(start, { ...start, de: "Ferien" }, { ...start, de: "Pause", ko: "휴일" });
  expect(merged).toEqual({ de: "Ferien", ko: "휴일", ar: "عطلة" });
});
