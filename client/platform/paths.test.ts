import { paths } from "./paths";

test("paths contain the mode and the id of the record", () => {
  const modes = ["form", "leave", "leaveType", "invoice", "driver", "employee", "promotion", "termination"] as const;
  expect(modes.map((name) => [paths[name]("edit", 7), paths[name]("create")])).toEqual([
    ["/forms/edit/7", "/forms/create"],
    ["/leaves/edit/7", "/leaves/create"],
    ["/leaves-type/edit/7", "/leaves-type/create"],
    ["/invoices/edit/7", "/invoices/create"],
    ["/driver/edit/7", "/driver/create"],
    ["/employees/edit/7", "/employees/create"],
    ["/employees/promotion/edit/7", "/employees/promotion/create"],
    ["/employees/terminate/edit/7", "/employees/terminate/create"],
  ]);
  const screens = [paths.analyticsUser, paths.analyticsTask, paths.analyticsProject].map((path) => [path(7), path()]);
  expect(screens).toEqual([
    ["/analytics/user/7", "/analytics/user"],
    ["/analytics/task/7", "/analytics/task"],
    ["/analytics/project/7", "/analytics/project"],
  ]);
  expect([paths.profile("delegate-access"), paths.profile()]).toEqual(["/profile/delegate-access", "/profile"]);
});

test("all addresses are unique and contain every id passed to them", () => {
  const fixed = Object.values(paths).filter((path) => typeof path === "string");
  expect(fixed.filter((path, at) => fixed.indexOf(path) !== at)).toEqual([]);
  expect(fixed.filter((path) => !path.startsWith("/"))).toEqual([]);
  expect([
    paths.comment(7, 8),
    paths.taskOnBoard(7, 8),
    paths.requestPrint("leave", 8),
    paths.booking("view", 8),
  ]).toEqual(["/t/7?comment=8", "/projects/7/tasks?task=8", "/approvals/print/leave/8", "/bookings/view/8"]);
});

test("the hire form's address contains only the ids that the vacancy has", () => {
  const place = { vacancy: 1, position: 2, department: null, manager: 4 };
  expect(paths.hireFor(place)).toBe("/employees/create?vacancy=1&position=2&manager=4");
  expect(paths.hireFor({ ...place, department: 3, manager: null })).toBe(
    "/employees/create?vacancy=1&position=2&department=3",
  );
});
