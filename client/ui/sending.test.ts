/** @jest-environment jsdom */
import { Button, MantineProvider } from "@mantine/core";
import { act, type ComponentType, createElement, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { object, string } from "yup";
import type { SavedView } from "../../shared/work/views/views.contract";
import texts from "../locales/en.json";
import { ProblemError } from "../platform/problem-error";
import { TableImport } from "../requests/leave/TableImport";
import { emptySource } from "../requests/leave/TableSourceFields";
import { ViewDialog } from "../work/views/ViewDialog";
import { ConfirmDialog } from "./ConfirmDialog";
import { Dialog } from "./Dialog";
import { DialogForm } from "./form/DialogForm";
import { useForm } from "./form/form";
import { PanelForm } from "./records/PanelForm";
import { SidePanel } from "./records/SidePanel";

jest.mock("../platform/useIsPhoneWidth", () => ({ useIsPhoneWidth: () => false }));
jest.mock("../work/views/useViews", () => ({ useShareScope: () => null }));
jest.mock("./form/DraftGuard", () => ({ DraftGuard: () => null }));

let root: Root;
const onClose = jest.fn();
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  onClose.mockClear();
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => act(() => root.unmount()));

async function show(content: ReactNode): Promise<void> {
  const themed = createElement(MantineProvider, { env: "test" }, content);
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages: texts }, themed)));
}
const closeButton = () => document.querySelector<HTMLButtonElement>('button[aria-label="Close"]') as HTMLButtonElement;
const escape = () =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", code: "Escape", bubbles: true }));
const clickOutside = () =>
  document
    .querySelector<HTMLElement>(".mantine-Modal-inner, .mantine-Drawer-overlay")
    ?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
const cancel = () => [...document.querySelectorAll("button")].find((one) => one.textContent === "Cancel")?.click();
/** Tries to close the dialog in each way; returns how often it was closed. */
async function tryToClose(): Promise<number> {
  onClose.mockClear();
  const overlay = document.querySelector<HTMLElement>(".mantine-Modal-overlay, .mantine-Drawer-overlay");
  for (const close of [() => closeButton().click(), escape, clickOutside, () => overlay?.click(), cancel])
    await act(async () => close());
  return onClose.mock.calls.length;
}

function FormOf({ onSubmit, frame }: { onSubmit: () => Promise<void>; frame: typeof DialogForm | typeof PanelForm }) {
  const form = useForm(object({ note: string() }), { initialValues: { note: "" }, onSubmit });
  return createElement(frame, { form, onClose, children: null } as never);
}

test.each([
  ["a dialog", Dialog, DialogForm],
  ["a side panel", SidePanel, PanelForm],
])("%s stays open while its form is being sent, and shows the error", async (_, layer, frame) => {
  let refuse: (error: Error) => void = () => undefined;
  const onSubmit = () => new Promise<void>((_resolve, reject) => (refuse = reject));
  const form = createElement(FormOf, { onSubmit, frame });
  await show(createElement(layer as typeof Dialog, { opened: true, onClose, title: "Note" }, form));
  const closeCount = await tryToClose();
  expect(closeCount).toBeGreaterThanOrEqual(3);
  await act(async () => document.querySelector<HTMLButtonElement>('button[type="submit"]')?.click());
  expect(await tryToClose()).toBe(0);
  await act(async () => refuse(new ProblemError(409, "conflict", "Changed meanwhile")));
  expect(document.querySelector('[role="alert"]')?.textContent).toBe("Changed meanwhile");
  expect(await tryToClose()).toBe(closeCount);
});

const viewDialog = { title: "Rename", projectId: null, view: { name: "Mine" } as SavedView };
const table = { source: emptySource, isPending: false, check: () => undefined, type: () => undefined };
const tableImport = {
  table,
  why: "",
  accept: ".csv",
  contentLabel: "Table",
  detected: { text: null, layout: null },
  children: null,
};

const LoadingButton = Button as ComponentType<{ loading: boolean }>;

test("a dialog stays open while a button in it waits for its response", async () => {
  const dialog = (loading: boolean) =>
    createElement(Dialog, { opened: true, onClose }, createElement(LoadingButton, { loading }));
  await show(dialog(true));
  expect(await tryToClose()).toBe(0);
  await show(dialog(false));
  expect(await tryToClose()).toBeGreaterThanOrEqual(3);
});

test.each([
  [
    "a saved view's name",
    (isSending: boolean) =>
      createElement(ViewDialog, { ...viewDialog, isPending: isSending, onSave: () => undefined, onClose }),
  ],
  [
    "an import",
    (isSending: boolean) =>
      createElement(
        Dialog,
        { opened: true, onClose },
        createElement(TableImport, {
          ...tableImport,
          isImporting: isSending,
          importButton: createElement(LoadingButton, { loading: isSending }),
          onClose,
        } as never),
      ),
  ],
])("the dialog of %s stays open while it is being sent", async (_, dialog) => {
  await show(dialog(false));
  const closeCount = await tryToClose();
  expect(closeCount).toBeGreaterThanOrEqual(4);
  await show(dialog(true));
  expect(await tryToClose()).toBe(0);
});

test("a confirmation stays open while its action is pending", async () => {
  const dialog = (pending: boolean) => {
    const texts = { title: "Delete?", confirmLabel: "Delete" };
    return createElement(ConfirmDialog, { opened: true, pending, onConfirm: () => undefined, onClose, ...texts });
  };
  await show(dialog(false));
  const closeCount = await tryToClose();
  expect(closeCount).toBeGreaterThanOrEqual(3);
  await show(dialog(true));
  expect(await tryToClose()).toBe(0);
  await show(dialog(false));
  expect(await tryToClose()).toBe(closeCount);
});
