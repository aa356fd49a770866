/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import sharedTexts from "../../../../shared/locales/en.json";
import clientTexts from "../../../locales/en.json";
import { ProblemError } from "../../../platform/problem-error";
import { DecideBooking } from "./DecideBooking";

const candidate = (id: number, name: string) => ({ id, name, plate_number: null, seats: 4, free: true, against: [] });
const mockChoices = {
  cars: [candidate(1, "Corolla"), candidate(2, "Transit")],
  drivers: [candidate(7, "Khalid")],
  car_id: 1,
  driver_id: null,
  licence_unknown: false,
  request_id: 30,
  decides: true,
  waits_for: null,
  decide_by: null,
};
const mockCall = jest.fn();
jest.mock("../../../platform/api", () => ({
  call: (endpoint: { path: string }, { body }: { body: object }) => mockCall(endpoint.path, body),
  newIdempotencyKey: () => "key",
}));
jest.mock("../../../platform/query", () => ({ useEndpoint: () => ({ data: { data: mockChoices } }) }));
jest.mock("../../../platform/session", () => ({
  currentSession: { value: { user: { id: 5, viewing: null } } },
  useMaybeUser: () => null,
  session: {},
}));
jest.mock("../../../undo/history", () => ({ rememberPending: () => () => {} }));
jest.mock("../../../approvals/approvals/useDecisionUndo", () => ({ decisionUndoStep: () => null }));

const booking = {
  id: 12,
  version: 3,
  bookable_type: "car",
  driver_needed: false,
  title: "Airport",
  requester: null,
  time_zone: "UTC",
} as unknown as BookingWithPermissions;

let root: Root;
let box: HTMLElement;
const onDone = jest.fn();
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  jest.resetAllMocks();
  box = document.body.appendChild(document.createElement("div"));
  await open();
});
afterEach(() => {
  act(() => root.unmount());
  box.remove();
  localStorage.clear();
});

async function open() {
  root = createRoot(box);
  const view = createElement(MantineProvider, null, createElement(DecideBooking, { booking, onDone }));
  const messages = { ...clientTexts, ...sharedTexts };
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages }, view)));
}

const press = (name: string) =>
  act(async () => [...box.querySelectorAll("button")].find(({ textContent }) => textContent === name)?.click());

const type = (value: string) =>
  act(async () => {
    const field = box.querySelector("textarea") as HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

test("an approval assigns the suggested car, or the one chosen instead", async () => {
  await press("Approve and assign");
  expect(mockCall).toHaveBeenLastCalledWith("/booking/:id/approve", { car_id: 1, driver_id: null, version: 3 });
  await act(async () => box.querySelector<HTMLInputElement>("input[value='2']")?.click());
  await press("Approve and assign");
  expect(mockCall).toHaveBeenLastCalledWith("/booking/:id/approve", { car_id: 2, driver_id: null, version: 3 });
  expect(onDone).toHaveBeenCalledTimes(2);
});

test("the first press of Reject asks for a reason, the second one sends it", async () => {
  await press("Reject");
  expect(mockCall).not.toHaveBeenCalled();
  await type("No car left");
  await press("Reject");
  expect(mockCall).toHaveBeenLastCalledWith("/booking/:id/reject", { reason: "No car left", version: 3 });
  expect(onDone).toHaveBeenCalledTimes(1);
});

test("a car that is no longer free has its error at the field", async () => {
  mockCall.mockRejectedValue(new ProblemError(422, "request.invalid", "Invalid", { car_id: ["The car is taken"] }));
  await press("Approve and assign");
  expect(box.querySelector("form")?.textContent).toContain("The car is taken");
  expect(box.querySelector("[role=alert]")).toBeNull();
  expect(onDone).not.toHaveBeenCalled();
});

test("a refused rejection keeps its reason, which is offered only where it is typed", async () => {
  mockCall.mockRejectedValue(new ProblemError(409, "booking.decided", "Already decided"));
  await press("Reject");
  await type("No car left");
  await press("Reject");
  expect(box.querySelector("[role=alert]")?.textContent).toBe("Already decided");
  act(() => root.unmount());
  await open();
  expect(box.textContent).not.toContain("Discard");
  await press("Reject");
  expect(box.querySelector("textarea")?.value).toBe("No car left");
  expect(box.textContent).toContain("Discard");
});
