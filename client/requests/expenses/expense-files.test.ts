/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { MemoryRouter } from "react-router-dom";
import { type HeldCall, holdCalls } from "../../../tests/support/held-calls";
import english from "../../locales/en.json";
import { newItem } from "./expense.values";
import { useExpenseForm } from "./useExpenseForm";

const claimWith = (version: number, receipts: readonly unknown[]) => ({
  data: { id: 7, version, sent_at: null, steps: [], items: [{ id: 71, receipts }] },
});
let uploads: string[];
jest.mock("../../platform/upload", () => ({
  upload: async (_: unknown, { body }: { body: FormData }) => {
    const { name } = body.get("file") as File;
    uploads.push(name);
    return claimWith(1, [{ id: 1, name }]);
  },
}));

let root: Root;
let calls: HeldCall[];
let current: ReturnType<typeof useExpenseForm>;
const Form = ({ show }: { show: (form: typeof current) => void }) => {
  show(useExpenseForm(null));
  return null;
};
const show = (form: typeof current) => {
  current = form;
};
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
const writes = () => calls.filter(({ method }) => method !== "GET");
const answer = async (body: unknown, status?: number) => {
  writes().at(-1)?.answer(body, status);
  await settle();
};
const photo = new File(["1"], "taxi.png", { type: "image/png" });
const item = newItem("2026-03-02", "EUR");
const choosePhoto = async () => {
  act(() => void current.addFiles(current.document.form.values.items, [{ file: photo, at: 0 }]));
  await settle();
};
const receiptsShown = () => current.document.draft.record?.items[0]?.receipts.map(({ name }) => name);

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  uploads = [];
  calls = holdCalls();
  root = createRoot(document.body.appendChild(document.createElement("div")));
  const form = createElement(MemoryRouter, null, createElement(Form, { show }));
  const texts = createElement(IntlProvider, { locale: "en", messages: english as Record<string, string> }, form);
  await act(async () => root.render(texts));
  await act(async () => current.document.form.setValue("items", [item]));
});
afterEach(() => act(() => root.unmount()));

const saveDraft = () => act(async () => void current.document.save().catch(() => undefined));

test("a photo chosen while the first draft is created is uploaded to its item", async () => {
  await saveDraft();
  await choosePhoto();
  await answer(claimWith(1, []));
  await answer(claimWith(2, []));
  expect([uploads, receiptsShown()]).toEqual([["taxi.png"], ["taxi.png"]]);
});

test("the response of an earlier save doesn't hide a photo chosen meanwhile", async () => {
  await saveDraft();
  await answer(claimWith(1, []));
  await saveDraft();
  await choosePhoto();
  await answer(claimWith(2, []));
  expect(receiptsShown()).toEqual(["taxi.png"]);
});

test("a photo of an item whose save was refused is uploaded after the conflict", async () => {
  await saveDraft();
  await answer({ data: { ...claimWith(1, []).data, items: [] } });
  await choosePhoto();
  await answer({ code: "request.stale", message: "Changed", data: { id: 7, version: 4 } }, 409);
  expect([uploads, current.canSend]).toEqual([[], false]);
  const { conflict } = current.document.draft;
  act(() => void (conflict && current.document.saveMine(conflict)));
  await settle();
  calls.findLast(({ method }) => method === "GET")?.answer(claimWith(4, []));
  await settle();
  await answer(claimWith(5, []));
  expect([uploads, receiptsShown(), current.canSend]).toEqual([["taxi.png"], ["taxi.png"], true]);
});
