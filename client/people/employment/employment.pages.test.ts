/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import shared from "../../../shared/locales/en.json";
import { readLeaving } from "../../../shared/people/employment/leaving.contract";
import { editableUser } from "../../../shared/people/people/users.contract";
import english from "../../locales/en.json";
import { queryClient, readQueryOptions } from "../../platform/query";
import { EmployeePage } from "../people/people.pages";
import { useFollowDirectory } from "../people/useFollowDirectory";
import { PromotionPage, TerminationPage } from "./employment.pages";

jest.mock("../people/useFollowDirectory", () => ({ useFollowDirectory: jest.fn() }));
jest.mock("../people/EmployeeForm", () => ({ EmployeeEdit: () => null, EmployeeCreate: () => null }));
jest.mock("./PromotionForm", () => ({ PromotionForm: () => null }));
jest.mock("./LeavingWizard", () => ({ LeavingWizard: () => null }));
jest.mock("../../platform/session", () => ({
  ...jest.requireActual("../../platform/session"),
  useCan: () => () => true,
}));

const employee = { id: 7, fullname: "Amira Haddad", revision: 12, epoch: "a", can: {} };

test.each([
  ["edit form", "edit", EmployeePage],
  ["promotion", "create", PromotionPage],
  ["departure", "create", TerminationPage],
])("the %s of an employee follows changes by other users", async (_, mode, Page) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const params = { id: employee.id };
  queryClient.setQueryData(readQueryOptions(editableUser, { params }).queryKey, { data: employee } as never);
  queryClient.setQueryData(readQueryOptions(readLeaving, { params }).queryKey, { data: {} } as never);
  const routes = [{ path: "/:mode/:id", element: createElement(Page) }];
  const router = createMemoryRouter(routes, { initialEntries: [`/${mode}/7`] });
  const screen = createElement(MantineProvider, null, createElement(RouterProvider, { router }));
  const cached = createElement(QueryClientProvider, { client: queryClient }, screen);
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  const texts = { locale: "en", messages: { ...shared, ...english } };
  await act(async () => root.render(createElement(IntlProvider, texts, cached)));
  expect(jest.mocked(useFollowDirectory)).toHaveBeenLastCalledWith(employee);
  act(() => root.unmount());
  jest.mocked(useFollowDirectory).mockReset();
});
