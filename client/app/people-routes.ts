import type { RouteObject } from "react-router-dom";
import { paths } from "../platform/paths";
import { lazyScreen } from "./lazy-screen";
import type { RouteHandle } from "./Root";

const handle = (of: RouteHandle) => of;
const people = () => import("../people/people.pages");

/** Who works here. */
export const peopleRoutes: RouteObject[] = [
  {
    path: paths.employees,
    handle: handle({ title: "title.employees", permission: ["user-list", "employee-list"] }),
    lazy: lazyScreen(people, "EmployeesPage"),
  },
  {
    path: `${paths.employee(":mode")}/:id?`,
    handle: handle({
      title: { create: "title.employeeNew", view: "title.employee", edit: "title.employeeEdit" },
      permission: ["user-view", "user-create", "user-edit"],
    }),
    lazy: lazyScreen(people, "EmployeePage"),
  },
  {
    path: paths.employeeView(":id"),
    handle: handle({ title: "title.employee", permission: "user-view" }),
    lazy: lazyScreen(people, "EmployeeViewPage"),
  },
];
