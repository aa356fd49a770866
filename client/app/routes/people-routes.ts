import type { RouteObject } from "react-router-dom";
import { paths } from "../../platform/paths";
import { lazyScreen } from "../../ui/states/chunks";
import type { RouteHandle } from "../Root";

const handle = (of: RouteHandle) => of;
const employment = () => import("../../employment/employment.pages");
const employees = () => import("../../people/list/EmployeesPage");
const people = () => import("../../people/people.pages");
const peopleImport = () => import("../../people/import/ImportPage");
const firstPassword = () => import("../../profile/FirstPasswordPage");
const onboarding = () => import("../../onboarding/onboarding.pages");
const profile = () => import("../../profile/profile.pages");

/** Before anything else, and without a menu. */
export const firstPasswordRoute: RouteObject = {
  path: paths.firstPassword,
  handle: handle({ title: "title.firstPassword" }),
  lazy: lazyScreen(firstPassword, "FirstPasswordPage"),
};

/** Who works here. */
export const peopleRoutes: RouteObject[] = [
  {
    path: paths.employees,
    handle: handle({ title: "title.employees", permission: ["user-list", "employee-list"] }),
    lazy: lazyScreen(employees, "EmployeesPage"),
  },
  {
    path: paths.employeesImport,
    handle: handle({ title: "title.peopleImport", permission: "user-create" }),
    lazy: lazyScreen(peopleImport, "ImportPage"),
  },
  {
    path: paths.onboarding,
    handle: handle({ title: "title.onboarding", permission: "user-edit" }),
    lazy: lazyScreen(onboarding, "OnboardingPage"),
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
    path: `${paths.promotion(":mode")}/:id?`,
    handle: handle({ title: "title.promotion", permission: "user-edit" }),
    lazy: lazyScreen(employment, "PromotionPage"),
  },
  {
    path: `${paths.termination(":mode")}/:id?`,
    handle: handle({ title: "title.termination", permission: "user-edit" }),
    lazy: lazyScreen(employment, "TerminationPage"),
  },
  {
    path: paths.employeeView(":id"),
    handle: handle({ title: "title.employee", permission: "user-view" }),
    lazy: lazyScreen(people, "EmployeeViewPage"),
  },
  {
    path: paths.profile(":tab?"),
    handle: handle({ title: "title.profile" }),
    lazy: lazyScreen(profile, "ProfilePage"),
  },
];
