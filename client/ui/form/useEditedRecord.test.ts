/** @jest-environment jsdom */
import { act, createElement, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { object, string } from "yup";
import { useForm } from "./form";
import { useEditedRecord } from "./useEditedRecord";

interface Settings {
  version: number;
  title: string;
  logo: string;
}

const schema = object({ title: string() });
const valuesOf = ({ title }: Settings) => ({ title });
const settings: Settings = { version: 1, title: "Harbour", logo: "a" };

let root: Root;
let present: { form: ReturnType<typeof useForm>; edited: ReturnType<typeof useEditedRecord<Settings>> };
let receive: (record: Settings) => void;
let sent: unknown[];

function Screen() {
  const [record, setRecord] = useState(settings);
  receive = (next) => act(() => setRecord(next));
  const form = useForm(schema, {
    initialValues: valuesOf(record),
    onSubmit: async ({ title }) => {
      sent.push([title, edited.version]);
      edited.saved({ ...record, title: title ?? "", version: record.version + 1 });
    },
  });
  const edited = useEditedRecord(record, {
    isDirty: form.dirty,
    isSending: form.sending,
    contentOf: valuesOf,
    show: (next) => form.reset({ values: valuesOf(next) }),
  });
  present = { form: form as never, edited };
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

const type = (title: string) => act(async () => present.form.setValue("title", title));
const shown = () => [present.form.values["title"], present.edited.version, present.edited.hasConflict];

test("an untouched form shows the record that another user saved", () => {
  receive({ ...settings, version: 2, title: "Port" });
  expect(shown()).toEqual(["Port", 2, false]);
});

test("typed text is kept with its version until the user loads the new record", async () => {
  await type("Quay");
  receive({ ...settings, version: 2, title: "Port" });
  expect(shown()).toEqual(["Quay", 1, true]);
  act(() => present.edited.loadNew());
  expect(shown()).toEqual(["Port", 2, false]);
});

test("a change outside of the form is no conflict", async () => {
  await type("Quay");
  receive({ ...settings, version: 2, logo: "b" });
  expect(shown()).toEqual(["Quay", 2, false]);
});

test("the user's own save is no conflict, even before the record is read again", async () => {
  await type("Quay");
  await act(async () => present.form.submit());
  expect([sent, shown()]).toEqual([[["Quay", 1]], ["Quay", 2, false]]);
  await type("Pier");
  receive({ ...settings, version: 2, title: "Quay" });
  expect(shown()).toEqual(["Pier", 2, false]);
});

test("a form may overwrite the record that it conflicts with", async () => {
  await type("Quay");
  const theirs = { ...settings, version: 2, title: "Port" };
  receive(theirs);
  act(() => present.edited.overwrite(theirs));
  expect(shown()).toEqual(["Quay", 2, false]);
});
