import { IconCalendarOff } from "@tabler/icons-react";
import type { EventsOf } from "../../shared/requests/family-calls";
import type { ClientFamily } from "../approvals/ClientFamily";
import { paths } from "../platform/paths";

const pages = () => import("./leave.pages");
const permission = "leave-request-list";

export const clientLeave: ClientFamily<EventsOf<"leave">> = {
  routes: [
    { path: paths.leaves, title: "title.leave", permission, screen: async () => (await pages()).LeaveListPage },
    {
      path: `${paths.leave(":mode")}/:id?`,
      title: { create: "title.leaveNew", view: "title.leaveView", edit: "title.leaveEdit" },
      permission,
      screen: async () => (await pages()).LeavePage,
    },
    {
      path: `${paths.leaveType(":mode")}/:id?`,
      title: { create: "title.leaveTypeNew", view: "title.leaveType", edit: "title.leaveTypeEdit" },
      permission,
      screen: async () => (await import("./types/leave-types.pages")).LeaveTypePage,
    },
  ],
  menu: { label: "menu.leave", icon: IconCalendarOff, cluster: "work", onPhones: true },
  screens: async () => (await import("./leave.screens")).leaveScreens,
  live: async () => (await import("./leave.live")).leaveAnswers,
};
